"""The look of the report. Colours are those of the window's themes."""

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --bg: #f4f5f8; --surface: #ffffff; --chip: #eceff5; --line: #d9dde6;
  --text: #1b2130; --muted: #525c70; --accent: #1f5fd1;
  --good: #12703c; --warn: #8a5a00; --bad: #b3261e;
  --added: #e3f5e9; --added-word: #b9e6c8; --removed: #fdeae8; --removed-word: #f8c6c2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14161b; --surface: #1b1e25; --chip: #2b303b; --line: #2f3440;
    --text: #e8eaf0; --muted: #a3aabb; --accent: #6ea8fe;
    --good: #5fd08a; --warn: #f2c14e; --bad: #ff7b72;
    --added: #173626; --added-word: #23593b; --removed: #43201f; --removed-word: #6d2c2a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 15px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
}
main { max-width: 1180px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 6px; }
h2 { font-size: 20px; margin: 0 0 4px; }
h3 { font-size: 13px; letter-spacing: .06em; text-transform: uppercase; color: var(--muted);
  margin: 24px 0 8px; font-weight: 600; }
p { margin: 0 0 8px; max-width: 76ch; }
.muted { color: var(--muted); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
  padding: 22px 24px; margin-top: 20px; }
.facts { display: flex; flex-wrap: wrap; gap: 6px 10px; margin: 12px 0 0; padding: 0;
  list-style: none; }
.facts li, .chip { background: var(--chip); border-radius: 8px; padding: 2px 10px;
  font-size: 13px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--muted); font-size: 12.5px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
tr.shown td { font-weight: 600; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.row { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 10px;
  margin: 0 0 14px; }
figure { margin: 0; }
figcaption { font-size: 12.5px; color: var(--muted); margin-top: 3px; }
.frame { position: relative; border-radius: 8px; overflow: hidden; border: 1px solid var(--line);
  line-height: 0; background: #000; }
.frame img { width: 100%; height: auto; display: block; }
.frame i { position: absolute; border: 2px solid #ff7b72; border-radius: 3px;
  box-shadow: 0 0 0 1px rgba(0, 0, 0, .6); }
.frame i.warning { border-color: #f2c14e; border-style: dashed; }
.label { font-weight: 600; margin: 0 0 6px; }
ul.findings { margin: 0; padding-left: 20px; }
ul.findings li { margin-bottom: 4px; }
details { border: 1px solid var(--line); border-radius: 10px; margin-top: 10px;
  overflow: hidden; }
summary { cursor: pointer; padding: 9px 14px; background: var(--chip); font-weight: 600; }
details > div { padding: 12px 14px; }
.code { overflow-x: auto; font: 12.5px/1.5 "JetBrains Mono", ui-monospace, Consolas, monospace;
  border: 1px solid var(--line); border-radius: 8px; }
.code table { font: inherit; width: auto; min-width: 100%; }
.code td { border: 0; padding: 0 10px 0 0; white-space: pre; }
.code td.n { color: var(--muted); text-align: right; padding: 0 8px; user-select: none; }
.code tr.minus { background: var(--removed); } .code tr.plus { background: var(--added); }
.code tr.minus mark { background: var(--removed-word); color: inherit; }
.code tr.plus mark { background: var(--added-word); color: inherit; }
.code tr.fold td { color: var(--muted); background: var(--chip); padding: 2px 10px; }
.record { border-left: 3px solid var(--line); padding: 2px 0 2px 14px; margin: 10px 0; }
.own { border: 2px dashed var(--accent); border-radius: 10px; padding: 0 16px 8px;
  margin: 20px 0; }
.own h3 { color: var(--accent); margin-top: 14px; }
.prose { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 720px) { .row { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media print {
  body { background: #fff; } .card { break-inside: avoid-page; }
}
"""
