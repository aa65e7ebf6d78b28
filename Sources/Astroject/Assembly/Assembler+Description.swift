// The texts of the assembler's errors.

extension Assembler.Error: DescribedError {
  /// The text of the error: what is wrong with the assemblies, and a remedy.
  public var description: String {
    switch self {
    case .missingRequiredAssemblies(let types):
      """
      Assemblies are required that were not added: \(names(of: types).joined(separator: ", ")).
        Remedy: add them, or leave out `initializeMissingAssemblies: false`.
      """
    case .circularRequirement(let path):
      """
      Assemblies require each other: \(names(of: path).joined(separator: " → ")).
        Remedy: have what both need registered by an assembly of its own.
      """
    case .alreadyAssembled:
      """
      The assembler has assembled already.
        Remedy: run what came later by `apply(assembly:)`, or by another assembler.
      """
    }
  }

  private func names(of types: [any Assembly.Type]) -> [String] { types.map { TypeName($0).description } }
}
