// The tests of this target are made of the snippets of the README by the plugin.
