@_exported import AstrojectGraph
@_exported import AstrojectOverrides
