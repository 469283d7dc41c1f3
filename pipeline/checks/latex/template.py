"""What a program adds to the TeX template, and what that makes known."""

from typing import NamedTuple

from pipeline.checks.folding import HOLE
from pipeline.checks.latex.known import known
from pipeline.checks.patterns import Pattern
from pipeline.checks.words import words

# They are in the template already, or define no commands.
_HARMLESS_PACKAGES = words("amsmath amssymb amsfonts mathtools babel preview inputenc geometry")
_PACKAGE = Pattern(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_DEFINED = Pattern(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator|DeclareRobustCommand"
    r"|DeclarePairedDelimiter\w*|DeclareMathSymbol|DeclareMathAlphabet|SetMathAlphabet"
    r"|NewDocumentCommand|RenewDocumentCommand|newlength|newcounter|newsavebox"
    r"|[egx]?def|let)\*?\s*\{?\s*\\([A-Za-z]+|.)"
)
_ENVIRONMENT = Pattern(r"\\(?:re)?newenvironment\s*\{([A-Za-z]+\*?)\}")
_OPENS = Pattern(r"\\(?:input|include|documentclass|LoadClass|catcode|csname|makeatletter)\b")


class Template(NamedTuple):
    """What is defined when an expression is compiled.

    Attributes:
        closed: nothing but our template and `commands` can be defined; False if the program
            loads packages whose contents are not known here.
        commands, environments: defined by the program, without backslash.
    """

    closed: bool = True
    commands: frozenset[str] = frozenset()
    environments: frozenset[str] = frozenset()
    packages: tuple[str, ...] = ()

    def plus(self, other: "Template") -> "Template":
        """Both together."""
        return Template(
            self.closed and other.closed,
            self.commands | other.commands,
            self.environments | other.environments,
            (*self.packages, *other.packages),
        )


PLAIN = Template()
OPEN = Template(closed=False)


def from_preamble(text: str) -> Template:
    """What a preamble, or definitions within an expression, define."""
    listed = [name.strip() for found in _PACKAGE.findall(text) for name in found.split(",")]
    packages = tuple(name for name in listed if name)
    unknown = set(packages) - _HARMLESS_PACKAGES
    return Template(
        closed=not unknown and HOLE not in text and _OPENS.search(text) is None,
        commands=frozenset(_DEFINED.findall(text)),
        environments=frozenset(_ENVIRONMENT.findall(text)),
        packages=packages,
    )


def missing(template: Template) -> list[str]:
    """Packages that the TeX which the set-up installs does not bring."""
    return [name for name in dict.fromkeys(template.packages) if name not in known().packages]
