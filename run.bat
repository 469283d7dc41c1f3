@echo off
rem Start ManimAgent Studio on Windows. The first time this sets up what is missing.
rem
rem What works there as elsewhere: reading sections, storyboards, checks, memory, rendering text
rem and shapes. What does not, or only with your help:
rem   - Formulas need LaTeX. Set-up installs none: winget install MiKTeX.MiKTeX
rem   - Programs are not shut in by the operating system while they render. "run doctor" says
rem     which layers hold. Do not render programs from strangers.
rem   - No release has been tried on Windows. Use WSL with Ubuntu or Debian for the tried way.
setlocal
set "root=%~dp0"
for %%V in (3.13 3.12 3.11 3.14) do (
    py -%%V -c "" >nul 2>&1 && (
        py -%%V -I -B "%root%app\setup\__main__.py" -- %*
        goto :end
    )
)
python -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && (
    python -I -B "%root%app\setup\__main__.py" -- %*
    goto :end
)
echo ManimAgent Studio needs Python 3.11 to 3.14. Type this, then run again: 1>&2
echo     winget install Python.Python.3.13 1>&2
exit /b 3
:end
exit /b %errorlevel%
