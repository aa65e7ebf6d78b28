// SnippetPlugin makes the tests of this target from the snippets of the README.
