"""Programs that are right, and unusual: nothing may be found in them."""

from programs import scene

VALID: dict[str, str] = {
    # modules and names
    "numpy under its own name": scene("c.scale(numpy.sqrt(2))", "import numpy"),
    "numpy without an import": scene("c.shift(np.array([1, 0, 0]) * np.linalg.norm([3, 4]))"),
    "seeded numpy": scene("rng = np.random.default_rng(1)\nc.shift(RIGHT * rng.normal())"),
    "names from numpy": scene("c.scale(norm([1, 0]))", "from numpy.linalg import norm"),
    "star import of math": scene("c.scale(sqrt(tau / pi))", "from math import *"),
    "Manim under a short name": "import manim as mn\n\n\nclass Example(mn.Scene):\n    def construct(self):\n        self.play(mn.Create(mn.Circle(color=mn.RED)))\n",
    "names from parts of Manim": scene(
        "self.play(c.animate(rate_func=smooth).set_color(RED))",
        "from manim.utils.rate_functions import smooth\nfrom manim.utils.color import RED",
    ),
    "colours of a palette": scene("c.set_color(X11.AQUAMARINE1).set_fill(XKCD.AVOCADO)"),
    "rate functions by attribute": scene(
        "self.play(c.animate(rate_func=rate_functions.ease_in_sine).scale(2))"
    ),
    "graph of networkx": scene(
        "g = Graph.from_networkx(nx.path_graph(4))", "import networkx as nx"
    ),
    "scipy": scene("c.scale(quad(lambda x: x, 0, 1)[0])", "from scipy.integrate import quad"),
    "scipy by attribute": scene("c.scale(special.erf(1))", "from scipy import special"),
    "time measured": scene("start = time.perf_counter()", "import time"),
    "warnings silenced": scene("", "import warnings\nwarnings.filterwarnings('ignore')"),
    "logger quietened": scene(
        "", "import logging\nlogging.getLogger('manim').setLevel(logging.WARNING)"
    ),
    "future annotations": "from __future__ import annotations\n" + scene(""),
    "typing after Manim": scene("", "from typing import List, Optional\nxs: List[int] = []"),
    "dataclass with defaults": scene(
        "c.move_to(Spot(1, 2).where)",
        """
        from dataclasses import dataclass, field

        @dataclass(frozen=True)
        class Spot:
            x: float
            y: float = 0.0
            tags: list[str] = field(default_factory=list)

            def __post_init__(self):
                object.__setattr__(self, "x", float(self.x))

            @property
            def where(self):
                return np.array([self.x, self.y, 0])
        """,
    ),
    "enum": scene(
        "print(Step.FIRST.name)",
        "from enum import Enum, auto\nclass Step(Enum):\n    FIRST = auto()",
    ),
    "abstract base": scene(
        "",
        "from abc import ABC, abstractmethod\nclass Part(ABC):\n    @abstractmethod\n    def draw(self): ...",
    ),
    "cached function": scene(
        "c.scale(fib(5) / 5)",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)",
    ),
    "decorator with wraps": scene(
        "@timed\ndef f():\n    return 1\nf()",
        "import functools\ndef timed(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner",
    ),
    "context manager": scene(
        "with dimmed(c):\n    self.wait()",
        "from contextlib import contextmanager\n@contextmanager\ndef dimmed(m):\n    yield m.set_opacity(0.3)",
    ),
    "itemgetter": scene("sorted([(2, 'a')], key=itemgetter(0))", "from operator import itemgetter"),
    "attrgetter of a plain name": scene(
        "max([c], key=operator.attrgetter('width'))", "import operator"
    ),
    "regular expression": scene(
        "re.sub(r'x', 'y', 'x')\nre.compile('a').findall('a')", "import re"
    ),
    "json text": scene("json.loads('{}')", "import json"),
    "hash shown": scene("Text(hashlib.sha256(b'x').hexdigest()[:8])", "import hashlib"),
    # names that look dangerous
    "methods named like builtins": scene(
        "m = Machine()\nm.eval()\nm.exec(1)\nm.open()\nm.compile()\nm.input()",
        "class Machine:\n    def eval(self): return 1\n    def exec(self, x): return x\n    def open(self): return self\n    def compile(self): return self\n    def input(self): return 0",
    ),
    "variables named like modules": scene(
        "scene = self\nutils = VGroup(c)\nself.add(utils)\nfor color in [RED, BLUE]:\n    c.set_color(color)\nunit = 0.5\nc.scale(unit)\nmobject = c.copy()\nself.remove(mobject)"
    ),
    "parameters named like modules": scene(
        "",
        "def paint(mobject, color, scene=None, animation=None):\n    mobject.set_color(color)\n    return [mobject, scene, animation]",
    ),
    "module name rebound at the top": scene(
        "c.set_color(color)\nText('x', color=color)", "color = '#ff8800'\nunit = 2"
    ),
    "module names as loop variables at the top": scene(
        "", "shades = []\nfor color in [RED, BLUE]:\n    shades.append(color)"
    ),
    "own method named show": scene(
        "Panel(c).show(self)",
        "class Panel:\n    def __init__(self, m):\n        self.m = m\n    def show(self, scene):\n        scene.play(Indicate(self.m))",
    ),
    "own method named save": scene(
        "Log().save(1)", "class Log:\n    def save(self, x):\n        return x"
    ),
    "attributes named like modules": scene("self.os = VGroup(c)\nself.add(self.os)"),
    "class name printed": scene("Text(self.__class__.__name__)\nText(type(c).__name__)"),
    "types compared": scene(
        "if type(c) is Circle and isinstance(c, (Circle, Square)):\n    c.scale(2)"
    ),
    "literal getattr": scene(
        "getattr(c, 'radius', 1)\nhasattr(self, 'label')\nsetattr(self, 'label', 1)"
    ),
    "getattr over literal names": scene(
        "for name in ('scale', 'rotate'):\n    getattr(c, name)(2)"
    ),
    "getattr of a numbered step": scene(
        "for n in range(2):\n    getattr(self, f'step_{n}')()",
        "class Steps:\n    def step_0(self): self.play(Indicate(self.mobjects[0]))\n    def step_1(self): self.wait()",
        base="Steps, Scene",
    ),
    "colour by name": scene(
        "import manim.utils.color.manim_colors as palette\nc.set_color(getattr(palette, 'blue'.upper()))"
    ),
    "format of numbers": scene(
        "Text('{:.2f} and {0!r}'.replace('{0!r}', '').format(1.5))\nText('{a:>{w}}'.format(a=1, w=3))"
    ),
    "format field of a plain attribute": scene("Text('{0.radius}'.format(c))"),
    "format template as parameter": scene(
        "", "def label(template, x):\n    return template.format(x)"
    ),
    "percent formatting": scene("Text('%d %%' % 3)"),
    "docstring about danger": scene(
        "", '"""Never call eval or open("/etc/passwd"); see \\\\input{x}."""'
    ),
    "text about code": scene(
        "Text('open(\"/etc/passwd\").read()')\nCode(code_string='import os', language='python')"
    ),
    "text about LaTeX": scene(
        r"Text(r'use \input{file} and \write18')" + "\n" + r"print('\\input')"
    ),
    "text with braces of a template": scene(
        "lines = ['{0.__class__} %s ${HOME} \\\\input{secret}']\nfor line in lines:\n    self.add(Text(line))"
    ),
    "path in a text": scene("Text('/usr/bin and ../x and http://example.org')"),
    # Python of all kinds
    "match on structure": scene(
        "match [1, 2]:\n    case [a, *rest] if a:\n        c.scale(a)\n    case {'k': v, **more}:\n        pass\n    case Circle(radius=r):\n        pass\n    case _:\n        pass"
    ),
    "walrus, stars, sets": scene(
        "first, *rest = (n := [1, 2, 3])\n{*n}, {**{'a': 1}}\nprint(*rest, sep='')"
    ),
    "nonlocal counter": scene("n = 0\ndef up():\n    nonlocal n\n    n += 1\nup()"),
    "global counter": scene("global hits\nhits += 1", "hits = 0"),
    "async helper": scene("", "async def later():\n    return [x async for x in later()]"),
    "generator": scene(
        "def steps():\n    yield from [c.copy()]\nfor m in steps():\n    self.add(m)"
    ),
    "class level loop": scene(
        "", "class Table9:\n    cells = [x for x in range(3)]\n    for x in cells:\n        y = x"
    ),
    "operators": scene(
        "v = V(1) + V(2)",
        "class V:\n    def __init__(self, x): self.x = x\n    def __add__(self, o): return V(self.x + o.x)\n    def __repr__(self): return f'V({self.x})'\n    def __eq__(self, o): return self.x == o.x\n    def __hash__(self): return hash(self.x)",
    ),
    "error handled": scene(
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    Text(str(error))\nfinally:\n    pass"
    ),
    "try with else at the top": scene(
        "", "try:\n    import scipy\nexcept ImportError:\n    scipy = None\nelse:\n    pass"
    ),
    "exception class": scene(
        "", "class Wrong(Exception):\n    pass\nassert issubclass(Wrong, Exception)"
    ),
    "type alias": scene(
        "",
        "from typing import TypeAlias\nPoint: TypeAlias = 'tuple[float, float]'\ndef f(p: 'Point') -> 'list[Point]':\n    return [p]",
    ),
    # configuration
    "page colours": scene(
        "",
        "config.background_color = '#fffaf0'\nconfig['frame_width'] = 16\nconfig.frame_rate = 30",
    ),
    "square picture": scene(
        "", "config.pixel_width, config.pixel_height = 1080, 1080\nconfig.frame_size = (1080, 1080)"
    ),
    "config under another name": scene(
        "c.scale(k.frame_width / 20)", "from manim import config as k"
    ),
    "config read": scene(
        "c.to_edge(UP).scale(config['frame_height'] / 8)\nself.camera.background_color = config.background_color"
    ),
    "seed and template": scene("", "config.seed = 3\nconfig.tex_template = TexTemplate()"),
    "tempconfig in a block": scene("with tempconfig({'frame_width': 10}):\n    self.wait()"),
    "main block that renders": scene("")
    + "\nif __name__ == '__main__':\n    with tempconfig({'quality': 'low_quality', 'preview': False}):\n        Example().render()\n",
    "main block with its own names": scene("")
    + "\ndef main():\n    scene = Example()\n    scene.render()\n\n\nif __name__ == '__main__':\n    main()\n",
    "defaults of a class": scene(
        "", "Text.set_default(font_size=30)\nMobject.set_default(color=BLUE)"
    ),
    # assets and TeX
    "relative picture": scene(
        "", "def pic():\n    return ImageMobject('assets/cat.png'), SVGMobject('logo')"
    ),
    "picture from an array": scene(
        "ImageMobject(np.uint8([[0, 100], [30, 200]]))\nImageMobject(np.zeros((2, 2), dtype=np.uint8))"
    ),
    "sound beside the scene": scene("", "def ping(s):\n    s.add_sound('click.wav', gain=-3)"),
    "chemistry": scene(
        "", "t = TexTemplate()\nt.add_to_preamble(r'\\usepackage[version=4]{mhchem}')"
    ),
    "several packages": scene(
        "",
        r"t = TexTemplate(preamble=r'\usepackage{amsmath, physics}\usepackage{tikz-cd}\newcommand{\R}{\mathbb{R}}')",
    ),
    "missing package": scene("", r"t = TexTemplate(preamble=r'\usepackage{notthere}')"),
    "xelatex": scene(
        "",
        "t = TexTemplate(tex_compiler='xelatex', output_format='.xdv')\nu = TexFontTemplates.droid_serif",
    ),
    "macros": scene("", r"m = MathTex(r'\def\x{\alpha}\x \operatorname{in} \mathrm{read}')"),
    "formula by f-string": scene(
        "", r"m = [MathTex(rf'\frac{{{n}}}{{{n + 1}}}') for n in range(3)]"
    ),
    "formula in parts": scene(
        "", r"m = MathTex(r'a^2', '+', r'b^2', '=', r'c^2', substrings_to_isolate=['a'])"
    ),
    "formula with caret and braces": scene(
        "", r"m = MathTex('x^{2^{n}}', r'\left\{x \mid x > 0\right\}')"
    ),
    "Typst formula": scene("", "m = MathTypst('sum_(i=1)^n i') if False else None"),
}

ANIMATED: dict[str, str] = {
    "bound method in a variable": "class Example(Scene):\n    def construct(self):\n        p = self.play\n        p(Create(Circle()))",
    "helper method": "class Example(Scene):\n    def construct(self):\n        self.intro()\n    def intro(self):\n        self.play(Create(Circle()))",
    "helper function": "def intro(s):\n    s.play(Create(Circle()))\nclass Example(Scene):\n    def construct(self):\n        intro(self)",
    "helper object": "class Teller:\n    def __init__(self, scene):\n        self.scene = scene\n    def tell(self):\n        self.scene.play(Create(Circle()))\nclass Example(Scene):\n    def construct(self):\n        Teller(self).tell()",
    "helper object called": "class Teller:\n    def __init__(self, s):\n        self.s = s\n    def __call__(self, m):\n        self.s.play(Create(m))\nclass Example(Scene):\n    def construct(self):\n        tell = Teller(self)\n        tell(Circle())",
    "nested function used before a loop ends": "class Example(Scene):\n    def construct(self):\n        def show(m):\n            self.play(Create(m))\n        for m in [Circle()]:\n            show(m)",
    "lambda": "class Example(Scene):\n    def construct(self):\n        show = lambda m: self.play(Create(m))\n        show(Circle())",
    "table of lambdas": "STEPS = [lambda s: s.play(Create(Circle()))]\nclass Example(Scene):\n    def construct(self):\n        for step in STEPS:\n            step(self)",
    "table of methods": "class Example(Scene):\n    def a(self):\n        self.play(Create(Circle()))\n    def construct(self):\n        for step in (self.a,):\n            step()",
    "mapped": "class Example(Scene):\n    def construct(self):\n        list(map(self.play, [Create(Circle())]))",
    "partial": "from functools import partial\nclass Example(Scene):\n    def construct(self):\n        show = partial(self.play, run_time=2)\n        show(Create(Circle()))",
    "through the class": "class Example(Scene):\n    def construct(self):\n        Scene.play(self, Create(Circle()))",
    "forwarded override": "class Example(Scene):\n    def play(self, *a, **k):\n        super().play(*a, **k)\n    def construct(self):\n        self.play(Create(Circle()))",
    "base class of the file": "class Base(Scene):\n    def construct(self):\n        self.body()\n    def body(self):\n        pass\nclass Example(Base):\n    def body(self):\n        self.play(Create(Circle()))",
    "super construct": "class Base(Scene):\n    def construct(self):\n        self.play(Create(Circle()))\nclass Example(Base):\n    def construct(self):\n        super().construct()",
    "mixin first": "class Draws:\n    def draw(self, m):\n        self.play(Create(m))\nclass Example(Draws, MovingCameraScene):\n    def construct(self):\n        self.draw(Circle())",
    "mixin with construct": "class Body:\n    def construct(self):\n        self.play(Create(Circle()))\nclass Example(Body, Scene):\n    pass",
    "aliased base": "Stage = ThreeDScene\nclass Example(Stage):\n    def construct(self):\n        self.move_camera(phi=1)",
    "base chosen by a condition": "Stage = Scene if PI > 3 else ThreeDScene\nclass Example(Stage):\n    def construct(self):\n        self.play(Create(Circle()))",
    "scene under an alias": "class Other(Scene):\n    def construct(self):\n        self.play(Create(Circle()))\nExample = Other",
    "scene defined in a branch": "if True:\n    class Example(Scene):\n        def construct(self):\n            self.play(Create(Circle()))",
    "camera move": "class Example(ThreeDScene):\n    def construct(self):\n        self.move_camera(phi=1, run_time=2)",
    "vectors": "class Example(VectorScene):\n    def construct(self):\n        self.add_vector([1, 2])",
    "linear transformation": "class Example(LinearTransformationScene):\n    def construct(self):\n        self.apply_nonlinear_transformation(lambda p: p)",
    "zoom": "class Example(ZoomedScene):\n    def construct(self):\n        self.activate_zooming(animate=True)",
    "updater and a wait": "class Example(Scene):\n    def construct(self):\n        d = Dot()\n        d.add_updater(lambda m, dt: m.shift(RIGHT * dt))\n        self.add(d)\n        self.wait(2)",
    "rotating camera and a wait": "class Example(ThreeDScene):\n    def construct(self):\n        self.add(Cube())\n        self.begin_ambient_camera_rotation(rate=0.1)\n        self.wait(3)",
    "setup plays": "class Example(Scene):\n    def setup(self):\n        self.play(Create(Circle()))\n    def construct(self):\n        self.wait()",
    "generator of steps": "class Example(Scene):\n    def steps(self):\n        yield self.play(Create(Circle()))\n    def construct(self):\n        for _ in self.steps():\n            pass",
    "construct assigned": "def body(self):\n    self.play(Create(Circle()))\nclass Example(Scene):\n    construct = body",
    "decorated construct": "def twice(f):\n    def inner(self):\n        f(self)\n        f(self)\n    return inner\nclass Example(Scene):\n    @twice\n    def construct(self):\n        self.play(Create(Circle()))",
    "decorator that plays": "def framed(f):\n    def inner(self):\n        self.play(Create(Circle()))\n        f(self)\n    return inner\nclass Example(Scene):\n    @framed\n    def construct(self):\n        self.wait()",
    "property": "class Example(Scene):\n    @property\n    def go(self):\n        self.play(Create(Circle()))\n    def construct(self):\n        self.go",
    "walrus": "class Example(Scene):\n    def construct(self):\n        (p := self.play)(Create(Circle()))",
    "literal getattr": "class Example(Scene):\n    def construct(self):\n        getattr(self, 'play')(Create(Circle()))",
    "recursion": "class Example(Scene):\n    def construct(self):\n        self.down(3)\n    def down(self, n):\n        if n:\n            self.play(Create(Circle()))\n            self.down(n - 1)",
    "with block": "class Example(Scene):\n    def construct(self):\n        with self.part():\n            pass\n    def part(self):\n        self.play(Create(Circle()))\n        return open_part()\ndef open_part():\n    return None",
    "try and else": "class Example(Scene):\n    def construct(self):\n        try:\n            pass\n        except ValueError:\n            pass\n        else:\n            self.play(Create(Circle()))",
    "match case": "class Example(Scene):\n    def construct(self):\n        match 1:\n            case 1:\n                self.play(Create(Circle()))",
    "generic base": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Base(Scene, Generic[T]):\n    pass\nclass Example(Base[int]):\n    def construct(self):\n        self.play(Create(Circle()))",
    "base made by a call": "def make():\n    return Scene\nclass Example(make()):\n    def construct(self):\n        self.play(Create(Circle()))",
    "instance attribute": "class Example(Scene):\n    def setup(self):\n        self.show = lambda m: self.play(Create(m))\n    def construct(self):\n        self.show(Circle())",
    "Unicode names": "class 梯度(Scene):\n    def construct(self):\n        self.展示(Circle())\n    def 展示(self, m):\n        self.play(Create(m))\nExample = 梯度",
}
STILL: dict[str, str] = {
    "only a comment plays": "class Example(Scene):\n    def construct(self):\n        self.add(Circle())\n        # self.play(Create(Circle()))",
    "only a text plays": "class Example(Scene):\n    def construct(self):\n        '''self.play(x)'''\n        self.add(Text('self.play(Create(c))'))",
    "only waits": "class Example(Scene):\n    def construct(self):\n        self.add(Circle())\n        self.wait(3)",
    "play without a call": "class Example(Scene):\n    def construct(self):\n        self.play",
    "play named and never used": "class Example(Scene):\n    def construct(self):\n        p = self.play\n        self.wait()",
    "helper never called": "class Example(Scene):\n    def construct(self):\n        self.wait()\n    def intro(self):\n        self.play(Create(Circle()))",
    "nested function never called": "class Example(Scene):\n    def construct(self):\n        def show(m):\n            self.play(Create(m))\n        self.wait()",
    "lambda never called": "class Example(Scene):\n    def construct(self):\n        show = lambda m: self.play(Create(m))\n        self.wait()",
    "play after the return": "class Example(Scene):\n    def construct(self):\n        self.wait()\n        return\n        self.play(Create(Circle()))",
    "play under a false condition": "class Example(Scene):\n    def construct(self):\n        if False:\n            self.play(Create(Circle()))\n        while 0:\n            self.play(Create(Circle()))",
    "play of something else": "class Box:\n    def play(self):\n        return 1\nclass Example(Scene):\n    def construct(self):\n        box = Box()\n        box.play()",
    "replaced play": "class Example(Scene):\n    def play(self, *a, **k):\n        self.add(*a)\n    def construct(self):\n        self.play(Circle())",
    "play in another scene": "class Other(Scene):\n    def construct(self):\n        self.play(Create(Circle()))\nclass Example(Scene):\n    def construct(self):\n        self.add(Circle())",
    "overridden construct": "class Base(Scene):\n    def construct(self):\n        self.play(Create(Circle()))\nclass Example(Base):\n    def construct(self):\n        self.add(Circle())",
    "matrix applied to a shape": "class Example(Scene):\n    def construct(self):\n        Square().apply_matrix([[1, 1], [0, 1]])",
    "plane added without animation": "class Example(LinearTransformationScene):\n    def construct(self):\n        self.add_plane()\n        self.add_vector([1, 1], animate=False)",
    "empty construct": "class Example(Scene):\n    def construct(self):\n        pass",
}
