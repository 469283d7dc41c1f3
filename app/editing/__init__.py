"""What a person does to a finished run: choose, edit, comment, rate, have it learned.

Nothing here changes what the run did by itself: choices, comments, ratings and iterations that a
person asked for lie beside it. `choice`, `comments` and `ratings` are light to import; `choosing`,
`human` and `learning` load what renders, joins and remembers.
"""
