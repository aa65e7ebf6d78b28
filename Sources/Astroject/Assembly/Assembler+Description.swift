// The texts of the assembler's errors.

extension Assembler.Error: DescribedError {
  /// The text of the error: the problem of the assemblies, and a remedy.
  public var description: String { text.bounded }

  private var text: String {
    switch self {
    case .missingRequiredAssemblies(let missing): absence(of: missing)
    case .circularRequirement(let path):
      """
      Assemblies require each other: \(path.map { TypeName($0).description }.joined(separator: " → ")).
        Remedy: have what they share registered by an assembly of its own; none may require itself.
      """
    case .alreadyAssembled:
      """
      The assembler has assembled already.
        Remedy: run what came later by `apply(assembly:)`, or by another assembler.
      """
    case .outsideMainActor(let type):
      """
      \(TypeName(type)) conforms to Assembly on the main actor only, and was to run outside it.
        Remedy: assemble on the main actor; or let it conform everywhere: `\(TypeName(type)): nonisolated Assembly`.
      """
    }
  }

  private func absence(of missing: [Assembler.MissingAssembly]) -> String {
    let near = missing.flatMap(\.lines)
    let names = missing.map { "\($0) by \(TypeName($0.requirer))" }.joined(separator: ", ")
    let remedy = near.isEmpty ? "add them" : "add them, or require the assemblies that were added"
    return
      (["Assemblies are required that were not added: \(names)."]
      + (near.isEmpty ? [] : ["  Did you mean:"] + near.map { "    " + $0 })
      + ["  Remedy: \(remedy), or leave out `initializeMissingAssemblies: false`."])
      .joined(separator: "\n")
  }
}

extension Assembler.MissingAssembly {
  /// A line for each near match, with the modules where the names are the same without them.
  fileprivate var lines: [String] {
    let required = TypeName(type)
    return nearMatches.map(TypeName.init).map { added in
      added.description == required.description
        ? "\(added.qualified) where \(required.qualified) is required"
        : "\(added) where \(required) is required"
    }
  }
}

extension Assembler.MissingAssembly: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name of the type that is required.
  public var description: String { TypeName(type).description }
  /// The name of the type that is required, with that of its module.
  public var debugDescription: String { TypeName(type).qualified }
}
