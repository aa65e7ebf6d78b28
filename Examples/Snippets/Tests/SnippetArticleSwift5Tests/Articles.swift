// The tests of this target are made of the snippets of the articles by the plugin.
