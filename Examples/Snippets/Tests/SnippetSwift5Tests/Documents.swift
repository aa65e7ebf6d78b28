// The tests of this target are made of the snippets of the README and of the articles by the plugin.
