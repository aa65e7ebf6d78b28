// A test needs one import for the library and the helpers.
@_exported import AstrojectTesting
