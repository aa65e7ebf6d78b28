import Astroject

// The texts of discovery.

extension Discovery: CustomStringConvertible {
  /// A line for each type: the registered types, then the skipped types with the reason.
  public var description: String {
    guard !registered.isEmpty || !skipped.isEmpty else { return "No type that conforms to AutoInjectable was found." }
    return
      (["Registered \(registered.count), skipped \(skipped.count)."]
      + (registered.map(\.description) + skipped.map(\.description)).map { "  " + $0 })
      .joined(separator: "\n")
  }
}

extension Discovery.Registered: CustomStringConvertible {
  /// A text such as `registered App.LiveService as any Service`.
  public var description: String {
    ObjectIdentifier(type) == ObjectIdentifier(service)
      ? "registered \(name)" : "registered \(name) as \(TypeName(service))"
  }
}

extension Discovery.Skipped: CustomStringConvertible {
  /// A text such as `skipped App.Cache: it is generic`.
  public var description: String { "skipped \(name): \(reason)" }
}

extension Discovery.Reason: CustomStringConvertible {
  /// A text such as `the filter left it out`.
  public var description: String {
    switch self {
    case .otherModule: "it is not in a module that was asked for"
    case .filteredOut: "the filter left it out"
    case .generic: "it is generic"
    case .alreadyRegistered(let service): "\(TypeName(service)) is registered already"
    case .ambiguous(let service, let others):
      "\(TypeName(service)) is also the service of " + others.map { TypeName($0).qualified }.joined(separator: ", ")
        + "; filter out all but one"
    case .unreadable: "its module was compiled without reflection metadata"
    }
  }
}

extension Discovery.Error: DescribedError {
  /// The text of the error: the problem, its cause, and the remedy.
  public var description: String {
    switch self {
    case .unsupportedPlatform:
      """
      Types cannot be discovered on this platform, because the runtime's conformance records cannot be read.
        Remedy: register them by `register(injectable:)`.
      """
    case .unknownModules(let modules):
      (modules.flatMap(\.lines) + ["  Remedy: name modules that are linked or loaded, spelled as in an import."])
        .joined(separator: "\n").bounded
    }
  }
}

extension Discovery.UnknownModule {
  fileprivate var lines: [String] {
    ["No loaded module is named \(name.quoted)."]
      + (nearMatches.isEmpty ? [] : ["  Did you mean:"] + nearMatches.map { "    \($0)" })
  }
}
