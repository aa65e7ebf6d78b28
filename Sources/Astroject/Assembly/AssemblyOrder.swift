/// Puts assemblies into an order in which each comes after those that it requires.
struct AssemblyOrder {
  private(set) var assemblies: [any Assembly] = []
  private var done: Set<ObjectIdentifier> = []
  private var missing: [any Assembly.Type] = []
  private let given: [any Assembly]

  /// - Parameters:
  ///   - given: The assemblies, in the order in which they were added, which is kept where requirements allow it.
  ///   - present: What has run already.
  ///   - makesMissing: Whether to make what is required and not given.
  init(_ given: [any Assembly], after present: [any Assembly], makesMissing: Bool) throws {
    self.given = given
    done = Set(present.map { ObjectIdentifier(type(of: $0)) })
    for assembly in given { try place(assembly, path: []) }
    if !makesMissing, !missing.isEmpty { throw Assembler.Error.missingRequiredAssemblies(missing) }
  }

  /// Places an assembly after what it requires, unless one of its type is there already.
  private mutating func place(_ assembly: any Assembly, path: [any Assembly.Type]) throws {
    let type = type(of: assembly)
    guard done.insert(ObjectIdentifier(type)).inserted else { return }
    let path = path + [type]
    for required in type.requiredAssemblies {
      if let start = path.firstIndex(where: { $0 == required }) {
        throw Assembler.Error.circularRequirement(path[start...] + [required])
      }
      guard !done.contains(ObjectIdentifier(required)) else { continue }
      let known = given.first { Swift.type(of: $0) == required }
      if known == nil { missing.append(required) }
      try place(known ?? required.init(), path: path)
    }
    assemblies.append(assembly)
  }
}
