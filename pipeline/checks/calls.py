"""Rules for calls whose arguments decide what they reach."""

import ast
import re
import string
from collections.abc import Iterator

from pipeline.checks import policy
from pipeline.checks.attributes import Attributes
from pipeline.checks.folding import HOLE, Folder
from pipeline.checks.refusals import Refusals, is_dunder
from pipeline.checks.scopes import Refs
from pipeline.checks.walking import Index
from pipeline.checks.words import words

_DYNAMIC = "Write the attribute out (`object.name`), or use a dictionary of your own."
_FORMAT_HELP = 'Use an f-string, or plain fields such as "{:.2f}".'
_BUILDERS = frozenset(("chr", "bytes", "bytearray"))
_BUILDER_METHODS = words("decode translate maketrans fromhex")


class CallRules:
    """Checks calls of one program; `open_template` may be set while it walks."""

    def __init__(
        self,
        index: Index,
        folder: Folder,
        attributes: Attributes,
        refusals: Refusals,
    ) -> None:
        self._fold = folder
        self._attributes = attributes
        self._refuse = refusals.add
        self._builds_text = _builds_text(index)

    def attribute_by_name(self, refs: Refs, node: ast.Call, place: int) -> None:
        """`getattr(x, name)` and its like: the name must be literal and would be allowed."""
        receiver = node.args[0] if node.args else None
        if len(node.args) <= place or any(isinstance(a, ast.Starred) for a in node.args):
            self._not_literal(node)
            return
        for name in self._fold.strings(node.args[place]):
            if HOLE not in name:
                for part in name.split("."):
                    self._attributes.read(refs, part, node, receiver)
            elif not self._harmless_unknown(name, node.args[place], refs):
                self._not_literal(node)

    def setting_by_name(self, refs: Refs, node: ast.Call, place: int) -> None:
        """`setattr(x, name, value)`, also as `object.__setattr__`."""
        if len(node.args) <= place or any(isinstance(a, ast.Starred) for a in node.args):
            self._not_literal(node)
            return
        value = node.args[place + 1] if len(node.args) > place + 1 else None
        for name in self._fold.strings(node.args[place]):
            if HOLE in name and not self._harmless_unknown(name, node.args[place], refs):
                self._not_literal(node)
            elif HOLE not in name:
                self._attributes.write(refs, name, node, value)

    def operator_getter(self, node: ast.Call, method: bool) -> None:
        """`operator.attrgetter(...)` and `operator.methodcaller(...)`."""
        for argument in node.args[:1] if method else node.args:
            for name in self._fold.strings(argument):
                if HOLE in name:
                    self._not_literal(node)
                elif method and name in ("format", "format_map"):
                    self._template(node)
                for part in name.split("."):
                    self._attributes.check_name(part, node)

    def render_call(self, node: ast.Call) -> None:
        """`scene.render()`, but not with a preview, which opens a player."""
        for keyword in node.keywords:
            pairs: list[tuple[ast.expr | None, ast.expr]] = []
            if keyword.arg == "preview":
                self._attributes.set_config("preview", keyword.value, node)
            elif keyword.arg is None:
                value = keyword.value
                held = self._fold.values_of(value.id) if isinstance(value, ast.Name) else [value]
                for option in held:
                    if isinstance(option, ast.Dict):
                        pairs += zip(option.keys, option.values, strict=True)
            for key, setting in pairs:
                if key is not None and "preview" in self._fold.strings(key):
                    self._attributes.set_config("preview", setting, node)

    def type_call(self, node: ast.Call) -> None:
        """`type(x)` asks; `type(name, bases, namespace)` makes a class out of data."""
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            self._refuse(
                "type-call",
                node,
                "`type` with several arguments makes a class out of data.",
                "Write a class statement.",
            )

    def keywords(self, node: ast.Call) -> None:
        """Keywords become attributes in `set` and the like: none may be one of Python's own."""
        for keyword in node.keywords:
            names: tuple[str, ...] = (keyword.arg,) if keyword.arg else ()
            if keyword.arg is None:
                value = keyword.value
                held = self._fold.values_of(value.id) if isinstance(value, ast.Name) else [value]
                keys = [k for d in held if isinstance(d, ast.Dict) for k in d.keys if k]
                names = tuple(name for key in keys for name in self._fold.strings(key))
            for name in names:
                if is_dunder(name):
                    self._attributes.write(frozenset(), name, keyword.value, None)

    def data_class(self, node: ast.Call) -> None:
        """`type(x)("Name", (Base,), {...})`, which makes a class out of data."""
        if len(node.args) == 3 and isinstance(node.args[1], ast.Tuple):
            match node.func:
                case ast.Call(func=ast.Name(id="type")) | ast.Attribute(attr="__class__"):
                    self.class_from_data(node)

    def class_from_data(self, node: ast.Call) -> None:
        """Refuse what makes a class out of data."""
        self._refuse(
            "type-call",
            node,
            "A class is made out of data here.",
            "Write a class statement.",
        )

    def native_options(self, node: ast.Call, callee: Refs) -> None:
        """Options that scipy hands to native code or to processes of its own."""
        hull = bool(callee & policy.QHULL_CALLS)
        values = [a for a in node.args[1:] if hull]
        values += [k.value for k in node.keywords if k.arg == "qhull_options"]
        if hull and any(k.arg is None for k in node.keywords):
            self._not_literal(node)
        for value in values:
            for text in self._fold.strings(value):
                if re.search(r"T[IO]|/|\\", text) or (HOLE in text and text != HOLE):
                    self._refuse(
                        "native-option",
                        node,
                        "Qhull's options TI and TO read and write files.",
                        "Leave qhull_options out.",
                    )
        for keyword in node.keywords:
            scipy = any(ref.startswith("scipy.") for ref in callee)
            one = isinstance(keyword.value, ast.Constant) and keyword.value.value in (1, None)
            if scipy and keyword.arg == "workers" and not one:
                self._refuse(
                    "native-option",
                    node,
                    "`workers` starts processes.",
                    "Leave it out: a scene computes in one process.",
                )

    def wraps_call(self, node: ast.Call) -> None:
        """`functools.wraps(f)` only with the attributes that it copies by default."""
        if len(node.args) != 1 or node.keywords:
            self._not_literal(node)

    def template(self, receiver: ast.expr, node: ast.AST) -> None:
        """The text before `.format`: its fields must not walk into Python's internals."""
        for text in self._fold.strings(receiver):
            if HOLE in text and self._suspicious(receiver, text):
                self._template(node)
            for name in _field_attributes(text):
                if is_dunder(name) or "__" in name or name in policy.CLOSED_ATTRIBUTES:
                    self._refuse(
                        "format-field",
                        node,
                        f"The format field `{name[:40]}` reads Python's internals.",
                        _FORMAT_HELP,
                    )

    def config_call(self, node: ast.Call) -> None:
        """`tempconfig(...)` and `config.update(...)`: a mapping, keywords, or both."""
        for argument in node.args:
            self.config_mapping(argument)
        for keyword in node.keywords:
            if keyword.arg is None or isinstance(keyword.value, ast.Dict):
                self.config_mapping(keyword.value)
            else:
                self._attributes.set_config(keyword.arg, keyword.value, node)

    def config_mapping(self, node: ast.expr) -> None:
        """A dictionary of configuration keys: all of them must be literal and open."""
        options = self._fold.values_of(node.id) if isinstance(node, ast.Name) else [node]
        for option in options or [node]:
            if not isinstance(option, ast.Dict):
                self._refuse(
                    "config-write",
                    node,
                    "The configuration keys set here are not written out.",
                    "Give a dictionary literal with the keys.",
                )
                continue
            for key, value in zip(option.keys, option.values, strict=True):
                self.config_key(key, value, option)

    def config_key(self, key: ast.expr | None, value: ast.expr | None, node: ast.AST) -> None:
        """One configuration key, read (value None and Load) or written."""
        for name in self._fold.strings(key) if key is not None else (HOLE,):
            self._attributes.set_config("..." if HOLE in name else name, value, node)

    def _harmless_unknown(self, name: str, node: ast.expr, refs: Refs) -> bool:
        """Whether a name that is known in part cannot be a closed one.

        `part_...` is fine, as no closed name begins so; so is anything in capitals, as all closed
        names have small letters. On a module this holds only if it has nothing but data in it.
        """
        if refs and not self._attributes.holds_only_data(refs):
            return False
        match node:
            case ast.Call(func=ast.Attribute(attr="upper"), args=[]):
                return True
        prefix = name.split(HOLE)[0]
        closed = (*policy.CLOSED_ATTRIBUTES, *policy.CLOSED_UNLESS_DEFINED)
        return (
            bool(prefix)
            and prefix[0].isalpha()
            and not any(other.startswith(prefix) for other in closed)
        )

    def _suspicious(self, receiver: ast.expr, text: str) -> bool:
        """An unknown template is refused where the program could have put it together itself."""
        made = not isinstance(receiver, ast.Name | ast.Attribute | ast.Subscript)
        return (made and text == HOLE) or self._builds_text or _hole_in_field(text)

    def _template(self, node: ast.AST) -> None:
        self._refuse(
            "format-field",
            node,
            "The text that is formatted here cannot be read off the program.",
            _FORMAT_HELP,
        )

    def _not_literal(self, node: ast.AST) -> None:
        self._refuse(
            "dynamic-attribute",
            node,
            "An attribute is reached by a name that is not written out.",
            _DYNAMIC,
        )


def _hole_in_field(template: str) -> bool:
    """Whether what is unknown stands where a format field names what it walks to."""
    before = ""
    for part in template.split(HOLE)[:-1]:
        before += part
        opened = before.rpartition("{")[2] if "{" in before else ""
        if "{" in before and "}" not in opened and ":" not in opened:
            return True
    return False


def _field_attributes(template: str) -> Iterator[str]:
    """Names reached by the replacement fields of a format template, nested ones included."""
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        fields = [("", found, "", None) for found in re.findall(r"\{([^{}]*)", template)]
    for _, name, spec, _ in fields:
        if name:
            yield from (part for part in re.split(r"[.\[\]]", name)[1:] if part)
        if spec and "{" in spec:
            yield from _field_attributes(spec)


def _builds_text(index: Index) -> bool:
    """Whether a program puts texts together out of characters."""
    called = (node.func for node in index.of(ast.Call))
    texts = (node.value for node in index.of(ast.Constant))
    return (
        any(isinstance(function, ast.Name) and function.id in _BUILDERS for function in called)
        or any(node.attr in _BUILDER_METHODS for node in index.of(ast.Attribute))
        or any(isinstance(text, str) and text != "" and not text.strip("_") for text in texts)
    )
