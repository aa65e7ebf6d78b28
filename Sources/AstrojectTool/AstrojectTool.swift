@_exported import AstrojectGraph
