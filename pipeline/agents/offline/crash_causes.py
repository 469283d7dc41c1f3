"""What usually lies behind an error of Python or of Manim, and its cure, by what the error says.

Pairs of a pattern and a cure, the most particular first; `{what}` is what the pattern found.
The cures are short: with the fault before them they have to stay below sixty words.
"""

Causes = tuple[tuple[str, str], ...]

_NAMES: Causes = (
    (r"name '(?P<what>ShowCreation)' is not", "{what} was renamed: write Create."),
    (r"name '(?P<what>TexMobject)' is not", "{what} was renamed: write MathTex."),
    (r"name '(?P<what>TextMobject)' is not", "{what} was renamed: write Text, or Tex for LaTeX."),
    (
        r"name '(?P<what>FadeIn\w+|FadeOut\w+)' is not",
        "{what} is gone: write FadeIn or FadeOut with shift=UP and the like.",
    ),
    (r"name '(?P<what>GraphScene)' is not", "{what} is gone: use Scene with an Axes object."),
    (r"name '(?P<what>ParametricSurface)' is not", "{what} was renamed: write Surface."),
    (r"name '(?P<what>CircleIndicate)' is not", "{what} is gone: write Circumscribe."),
    (
        r"name '(?P<what>FRAME_\w+|[A-Z]+_SIDE|TOP|BOTTOM)' is not",
        "{what} belongs to another Manim: use config.frame_width, config.frame_height, or "
        "to_edge(UP) and the like.",
    ),
    (
        r"name '(?P<what>[A-Z][A-Z_]*)' is not",
        "Manim has no constant {what}. If it is a colour, take one of the palette (BLUE, TEAL, "
        'GOLD) or a hex text such as "#00AACC".',
    ),
    (
        r"name '(?P<what>(?:ease|linear|smooth|rush|there|wiggle|running)\w*)' is not",
        "Rate functions are not imported by themselves: write rate_functions.{what}.",
    ),
    (
        r"name '(?P<what>math|random|itertools|functools|re|json|copy|string|collections)' is not",
        "Put `import {what}` at the top of the program.",
    ),
    (
        r"name '(?P<what>sin|cos|tan|exp|log|sqrt|pi|arctan|linspace|array)' is not",
        "{what} comes from numpy: write np.{what}.",
    ),
    (
        r"name '(?P<what>\w+)' is not defined",
        "{what} is defined nowhere: define it before it is used, or take a name that this "
        "version of Manim has.",
    ),
    (
        r"No module named '(?P<what>[\w.]+)'",
        "The module {what} is not installed. Draw it with Manim, numpy and math alone.",
    ),
)
_ATTRIBUTES: Causes = (
    (
        r"no attribute '(?P<what>frame)'",
        "A plain Scene has no moving camera: make MovingCameraScene the base class, or leave the "
        "zoom out.",
    ),
    (
        r"no attribute '(?P<what>set_camera_orientation|move_camera|begin_ambient_camera_rotation"
        r"|add_fixed_in_frame_mobjects)'",
        "{what} needs ThreeDScene as the base class.",
    ),
    (
        r"'NoneType' object has no attribute '(?P<what>\w+)'",
        "Something asked for was not found and is None, often get_part_by_tex. Give the piece as "
        "a string of its own to MathTex, or use substrings_to_isolate.",
    ),
    (
        r"module 'numpy' has no attribute '(?P<what>\w+)'",
        "numpy dropped np.{what}: write Python's own float, int or bool, np.inf, or math.",
    ),
    (
        r"module '[\w.]*' has no attribute '(?P<what>\w+)'",
        "`from manim import *` may have replaced that module: import {what} by name after it.",
    ),
    (
        r"(?P<what>'?\w+'? object) has no attribute '(?:submobjects|points|updaters|animations)'",
        "Call super().__init__() first in the __init__ of the class.",
    ),
    (
        r"(?P<what>'?\w+'? object has no attribute '\w+')",
        "Use a method that this class has in this version of Manim (axes: add_coordinates, plot), "
        "or leave the step out.",
    ),
)
_ARGUMENTS: Causes = (
    (r"unexpected keyword argument '(?P<what>code|file_name)'", "Code takes code_string=."),
    (
        r"unexpected keyword argument '(?P<what>[xy]_min|[xy]_max)'",
        "Instead of '{what}' give x_range=[min, max, step] and y_range.",
    ),
    (r"unexpected keyword argument '(?P<what>radians)'", "Rotating takes angle=."),
    (
        r"unexpected keyword argument (?P<what>'\w+')",
        "The keyword {what} does not exist here. Leave it out, or set the property afterwards.",
    ),
    (
        r"getter\(\) takes",
        "There is no such get_ method: Manim made up one that takes no arguments. Use a real "
        "method, such as plot or get_graph_label.",
    ),
    (
        r"takes \d+ positional|positional arguments? but|missing \d+ required|multiple values",
        "The arguments do not fit this call. Pass what its signature takes, by name.",
    ),
    (
        r"UFunc|did not contain a loop",
        "A text stands where a direction or number belongs. Write UP, not \"UP\": no quotes.",
    ),
    (
        r"unsupported format string passed to ValueTracker|ValueTracker.__format__",
        "A ValueTracker is no number: write tracker.get_value().",
    ),
)  # fmt: skip
_DRAWING: Causes = (
    (
        r"could not find (?P<what>\S+) at",
        "The file {what} does not exist and cannot be supplied. Draw the picture with Manim's "
        "shapes instead.",
    ),
    (
        r"no animations|Unexpected argument (?P<what>[\w<]+)",
        "play takes animations: wrap an object in FadeIn or Create, and write "
        "obj.animate.shift(UP) with parentheses for a change.",
    ),
    (
        r"Only values of type VMobject|Only vectorized",
        "A VGroup takes drawn objects alone. Use Group for pictures, and wrap words in Text.",
    ),
    (r"expected str instance", "The cells of a Table are texts: write str(value) for each."),
    (r"Colou?r (?P<what>\S+) not found|colou?r", "That is no colour Manim reads. Take one of the "
     'palette (BLUE, TEAL, GOLD) or a hex text such as "#00AACC".'),
    (
        r"'int' object is not iterable|'float' object is not iterable",
        "Give a list of lists: a Matrix or Table has rows.",
    ),
    (
        r"not a valid character|markup|Element .* was closed",
        "MarkupText reads < and & as markup: write &lt; and &amp;, or use Text.",
    ),
    (
        r"object is not callable",
        "An object stands where a function belongs: Transform takes two objects. Chain "
        "ReplacementTransform for a third.",
    ),
    (
        r"list index|index out of range|has no (?:sub)?part|get_part",
        "A part of a formula is addressed that it does not have. Give the parts as separate "
        "strings and animate the whole formula where a part is missing.",
    ),
    (r"broadcast|shape", "A point has two coordinates. Manim points have three: [x, y, 0]."),
    (r"math domain|division by zero|ZeroDivision|invalid value", "The function has no value at an "
     "edge of its range. Narrow the plotted range (x_range) away from it."),
    (
        r"run_?time|duration|wait\(",
        "A duration is zero or negative. Wait at least 0.1 s.",
    ),
)  # fmt: skip
_WHOLE: Causes = (
    (
        r"fewer than two|no video|only one animation|no animation was",
        "The scene must play at least two animations: reveal the claim, then the evidence, with "
        "self.play for each.",
    ),
    (
        r"requested scene (?P<what>\S+) is not",
        "Name the scene class {what}, and derive it from a scene class.",
    ),
    (
        r"ended itself|ended the render",
        "Leave out sys.exit, quit and SystemExit: construct simply ends.",
    ),
    (r"put out more than", "Leave out the print calls, or bound the loop that prints."),
    (r"more than \d+ processes|GB of files|\d+ files", "A scene needs no processes or files of its "
     "own: compute in construct and draw with Manim."),
    (r"RecursionError", "A function calls itself without end. Give it a case that returns, or use "
     "a loop."),
    (r"Python source|SyntaxError|IndentationError|unterminated|was never closed", "The program is "
     "cut off or malformed. Write it again as a whole, shorter."),
    (r"KeyError", "A key is looked up that the dictionary does not have."),
)  # fmt: skip
RUNTIME_CAUSES: Causes = (*_WHOLE[:5], *_NAMES, *_ATTRIBUTES, *_ARGUMENTS, *_WHOLE[5:], *_DRAWING)
"""For what an error says."""
PLACE_CAUSES: Causes = (
    (r"interactive_embed|\bembed\b", "A render cannot be stopped to look at it: leave embed out."),
    (r"in play\b|in play_internal", "Animate whole objects with FadeIn, Write or Create."),
)
"""For the frames of a traceback, where the error itself says nothing known."""
TIMEOUT_CAUSES: Causes = (
    (
        r"TeX",
        "A macro in that formula calls itself, or is far too large. Write the formula without "
        "\\def and \\newcommand.",
    ),
)
