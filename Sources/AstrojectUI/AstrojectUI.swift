@_exported import AstrojectOverrides
