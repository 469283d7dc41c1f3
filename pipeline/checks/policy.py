"""What a scene program may reach: the allow-list, as data.

Two ideas carry the safety check. Modules are opened name by name: of an allowed module only the
public names that are not modules themselves can be reached, less the ones listed here, and a
module never travels as a value. And names that lead from any object to the interpreter's insides
(most dunders, frames, files) are refused on every object, whatever it is.

The list is an early, readable answer; the boundary is the sandbox.
"""

from typing import NamedTuple

from pipeline import tex_engine
from pipeline.checks.words import words

# Number of the format of the tables that `introspect` writes and `tables` reads.
TABLES_SCHEMA = 4


class ModuleRule(NamedTuple):
    """Which public names of a module are open.

    Attributes:
        only: if given, exactly these.
        never: closed by name.
        never_prefixes: closed by the beginning of the name.
    """

    only: frozenset[str] | None = None
    never: frozenset[str] = frozenset()
    never_prefixes: tuple[str, ...] = ()

    def opens(self, name: str) -> bool:
        """Whether a public name of the module is open."""
        if self.only is not None:
            return name in self.only
        return name not in self.never and not name.startswith(self.never_prefixes or ("\0",))


def _only(names: str) -> ModuleRule:
    return ModuleRule(only=words(names))


def _never(names: str, *prefixes: str) -> ModuleRule:
    return ModuleRule(never=words(names), never_prefixes=prefixes)


_ALL = ModuleRule()

# Closed in numpy: files, memory maps, network (DataSource and the text readers fetch URLs), C.
_NUMPY = _never(
    "load save savez savez_compressed loadtxt savetxt genfromtxt fromfile fromregex memmap"
    " DataSource show_config show_runtime get_include info test source lookfor seterrcall"
    " set_numeric_ops add_docstring add_newdoc may_share_memory bmat"
)

ALLOWED_MODULES: dict[str, ModuleRule] = {
    "__future__": _ALL,
    "abc": _ALL,
    "bisect": _ALL,
    "cmath": _ALL,
    "collections": _ALL,
    "collections.abc": _ALL,
    "colorsys": _ALL,
    "contextlib": _only("contextmanager suppress nullcontext closing ExitStack ContextDecorator"),
    "copy": _only("copy deepcopy Error"),
    "dataclasses": _never("make_dataclass"),
    "datetime": _ALL,
    "decimal": _ALL,
    "enum": _never("global_enum global_enum_repr global_flag_repr global_str EnumMeta EnumType"),
    "fractions": _ALL,
    # singledispatch evaluates the annotations of what it registers; update_wrapper copies
    # attributes whose names are given as data.
    "functools": _never("singledispatch singledispatchmethod update_wrapper"),
    "graphlib": _ALL,
    "hashlib": _only("md5 sha1 sha224 sha256 sha384 sha512 sha3_256 sha3_512 blake2b blake2s"),
    "heapq": _ALL,
    "io": _only("StringIO BytesIO"),
    "itertools": _ALL,
    "json": _only("dumps loads JSONDecodeError"),
    "logging": _only("getLogger DEBUG INFO WARNING ERROR CRITICAL"),
    "math": _ALL,
    "networkx": _never(
        "config freeze_backend", "read_", "write_", "draw", "nx_agraph", "nx_pydot", "to_agraph"
    ),
    "numbers": _ALL,
    "numpy": _NUMPY,
    "numpy.char": _ALL,
    "numpy.emath": _ALL,
    "numpy.fft": _never("test"),
    "numpy.lib.stride_tricks": _only("sliding_window_view broadcast_to broadcast_arrays"),
    "numpy.linalg": _never("test"),
    "numpy.ma": _never("test dump dumps load loads"),
    "numpy.polynomial": _never("test"),
    "numpy.polynomial.chebyshev": _ALL,
    "numpy.polynomial.legendre": _ALL,
    "numpy.polynomial.polynomial": _ALL,
    "numpy.random": _never("test BitGenerator"),
    "numpy.typing": _never("test"),
    "operator": _ALL,
    "pprint": _only("pformat pprint"),
    "random": _ALL,
    "re": _never("Scanner"),
    "scipy": _only(""),
    "scipy.constants": _never("test find"),
    "scipy.fft": _never("test"),
    "scipy.integrate": _never("test"),
    "scipy.interpolate": _never("test"),
    "scipy.linalg": _never("test"),
    "scipy.ndimage": _never("test"),
    "scipy.optimize": _never("test"),
    "scipy.signal": _never("test"),
    "scipy.spatial": _never("test"),
    "scipy.spatial.distance": _ALL,
    "scipy.special": _never("test"),
    "scipy.stats": _never("test"),
    "statistics": _ALL,
    "string": _never("Formatter"),
    "textwrap": _ALL,
    # Clocks are harmless; sleep only burns the time limit.
    "time": _only("time perf_counter monotonic process_time perf_counter_ns time_ns"),
    "types": _only("SimpleNamespace MappingProxyType NoneType MethodType GeneratorType"),
    # What evaluates annotations given as text.
    "typing": _never("get_type_hints ForwardRef evaluate_forward_ref get_args"),
    "typing_extensions": _never(
        "get_type_hints ForwardRef evaluate_forward_ref get_annotations type_repr get_args"
    ),
    "unicodedata": _ALL,
    "warnings": _only("warn filterwarnings simplefilter"),
}

# Parts of Manim that write files, start programs, load code or move the output.
CLOSED_MANIM = (
    "manim.__main__",
    "manim._config",
    "manim.cli",
    "manim.gui",
    "manim.manager",
    "manim.opengl",
    "manim.plugins",
    "manim.renderer",
    "manim.scene.scene_file_writer",
    "manim.scene.video_segment_encoder",
    "manim.utils.caching",
    "manim.utils.commands",
    "manim.utils.docbuild",
    "manim.utils.file_ops",
    "manim.utils.hashing",
    "manim.utils.ipython_magic",
    "manim.utils.module_ops",
    "manim.utils.sounds",
    "manim.utils.tex_file_writing",
    "manim.utils.testing",
    "manim.utils.typst_file_writing",
)
# Names of closed parts that are open all the same, with rules of their own in `calls.py`.
OPEN_MANIM = words("config tempconfig logger console frame error_console")
# Names of open parts that are closed.
CLOSED_MANIM_NAMES = words(
    "get_full_raster_image_path cli_ctx_settings RerunSceneHandler SceneInteractRerun"
    " SceneInteractContinue version PackageNotFoundError"
)

# Modules whose names a program may list (`for name, value in rate_functions.__dict__.items()`).
ENUMERABLE_MODULES = words("manim.utils.rate_functions")

OPEN_BUILTINS = words(
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod"
    " enumerate filter float format frozenset getattr hasattr hash hex id int isinstance issubclass"
    " iter len list map max min next object oct ord pow print property range repr reversed round"
    " set setattr slice sorted staticmethod str sum super tuple type zip"
    " True False None NotImplemented Ellipsis __debug__ __name__ __doc__ __build_class__"
)

_OPERATORS = words("add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor")
_COMMON_DUNDERS = frozenset(
    f"__{name}__"
    for name in (
        *words(
            "init new call post_init enter exit iter next len getitem setitem delitem contains"
            " reversed missing repr str format hash bool int float complex index round abs neg pos"
            " invert trunc floor ceil eq ne lt le gt ge copy deepcopy length_hint"
        ),
        *[prefix + name for name in _OPERATORS for prefix in ("", "r", "i")],
    )
)
# Dunders that a class of the program may define.
DEFINABLE_DUNDERS = _COMMON_DUNDERS | words(
    "__slots__ __doc__ __all__ __version__ __author__ __license__ __date__ __hash__"
)
# Dunders that may be read as a bare name, or bound outside of a class.
READABLE_NAMES = words("__name__ __doc__ __debug__ __all__ __version__ __author__")
# Dunders that may be read from an object. `__class__` has a rule of its own.
READABLE_DUNDERS = (_COMMON_DUNDERS - {"__format__"}) | words(
    "__name__ __qualname__ __doc__ __version__ __members__"
)

# Attributes refused on every object, with what they lead to.
_FRAMES = "Python's frames and code objects"
_FILES = "files"
_MODULES = "modules outside the allow-list"
_SYSTEM = "the rendering machinery and through it files"
INTERNALS = _FRAMES
CLOSED_ATTRIBUTES: dict[str, str] = {
    **dict.fromkeys(
        words(
            "f_back f_globals f_locals f_builtins f_code f_trace gi_frame gi_code gi_yieldfrom"
            " cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await tb_frame tb_next"
            " tb_lasti func_globals func_code func_closure co_code co_consts co_names"
            " with_traceback _construct_argparser _attach_argparser_methods _attach_methods"
            " _parse_arg_template _evaluate"
        ),
        _FRAMES,
    ),
    **dict.fromkeys(
        words(
            "tofile memmap save_image get_image savefig read_text read_bytes write_text write_bytes"
            " unlink rmdir mkdir touch iterdir rglob symlink_to hardlink_to expanduser"
            " get_file_path save_text save_html save_svg modify_xml_tree baseFilename"
            " write_to_png write_to_png_stream create_from_png create_from_png_stream"
            " get_target get_group_target"
        ),
        _FILES,
    ),
    **dict.fromkeys(
        words(
            "os sys subprocess builtins importlib ctypes ctypeslib cffi shutil pathlib posix"
            " _os _sys _module _environ _getframe _globals loggerDict f2py npyio _npyio_impl"
        ),
        _MODULES,
    ),
    **dict.fromkeys(
        words(
            "file_writer digest_file digest_parser digest_args get_dir interactive_embed"
            " load_module exec_module addHandler _get_manager open_media_file"
        ),
        _SYSTEM,
    ),
}
# Of these, names that a program may use for attributes that it makes itself.
EXEMPTABLE = frozenset((_FILES, _MODULES))
# Refused too, unless the program itself defines something of that name.
CLOSED_UNLESS_DEFINED: dict[str, str] = {
    "show": "an image viewer",
    "save": _FILES,
    "dump": _FILES,
    "interact": _SYSTEM,
    "embed": _SYSTEM,
    "handlers": _SYSTEM,
    "obj": "the object an error is about",
}

# Of these, what counts as the program's own only on an object that it certainly made itself.
ONLY_ON_OWN_OBJECTS = words("save dump")
# And what counts only on `self`, where the program catches errors, which have such an attribute.
ONLY_ON_SELF_WITH_ERRORS = words("obj handlers")

# Packages whose private names are closed.
PRIVATE_PACKAGES = words("numpy scipy networkx")
# Calls into Qhull, which has options that read and write files.
QHULL_CALLS = words(
    "scipy.spatial.ConvexHull scipy.spatial.Delaunay scipy.spatial.Voronoi"
    " scipy.spatial.HalfspaceIntersection"
)

# Keys of Manim's configuration that a scene may set; `preview` and its like only to False.
SETTABLE_CONFIG = words(
    "background_color background_opacity frame_width frame_height frame_x_radius frame_y_radius"
    " frame_size frame_rate pixel_width pixel_height quality seed transparent disable_caching"
    " disable_caching_warning max_files_cached verbosity progress_bar notify_outdated_version"
    " tex_template zero_pad save_last_frame format dry_run renderer media_width media_embed"
    " no_latex_cleanup media_loglevel from_animation_number upto_animation_number"
)
SWITCHABLE_OFF_CONFIG = words(
    "preview show_in_file_browser log_to_file enable_gui live_preview fullscreen save_sections"
    " write_all enable_wireframe"
)
READABLE_CONFIG = (
    SETTABLE_CONFIG
    | SWITCHABLE_OFF_CONFIG
    | words("top bottom left_side right_side aspect_ratio window_size")
)
CONSOLE_METHODS = words("print log rule")
LOGGER_METHODS = words(
    "debug info warning warn error critical exception log setLevel isEnabledFor level"
)

# What shows or says its text without interpreting it.
DISPLAY_CALLS = words(
    "manim.Text manim.MarkupText manim.Paragraph manim.Code manim.logger manim.console"
    " builtins.print"
)
# What takes the path of an asset: canonical name -> (position, keywords).
ASSET_CALLS: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "manim.ImageMobject": (0, ("filename_or_array",)),
    "manim.SVGMobject": (0, ("file_name",)),
    "manim.OpenGLImageMobject": (0, ("filename_or_array",)),
    "manim.OpenGLSurface": (None, ("image_file",)),
    "manim.Code": (0, ("code_file",)),
    "manim.register_font": (0, ("font_file",)),
}
ASSET_METHODS: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "add_sound": (0, ("sound_file",)),
    "from_file": (0, ("file",)),
    "set_background_image": (0, ("background_image",)),
    "init_background": (None, ()),
}
ASSET_ATTRIBUTES = words("background_image file_name svg_path")
ASSET_KEYWORDS = ASSET_ATTRIBUTES | words(
    "code_file filename_or_array image_file font_file sound_file"
)
TYPST_CALLS = words("manim.Typst manim.MathTypst")
"""Names whose strings are Typst markup, which can read files too."""
TEX_METHODS = words(
    "add_to_preamble add_to_document add_to_post_doc_commands get_tex get_text body preamble"
)
TEX_TEMPLATES = words("manim.TexTemplateLibrary manim.TexFontTemplates")
# What to say where another TeX engine is asked for.
ENGINE_ADVICE = (
    f"Leave the engine out: it is `{tex_engine.COMPILER}`, with `{tex_engine.OUTPUT}` output. "
    "For other scripts and fonts use `Text`."
)
