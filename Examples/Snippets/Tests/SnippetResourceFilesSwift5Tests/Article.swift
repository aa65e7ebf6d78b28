// The tests of this target are made of the snippets of one article by the plugin.
