/// Puts assemblies into an order in which each comes after those that it requires.
struct AssemblyOrder {
  private(set) var assemblies: [any Assembly] = []
  /// The types that are placed.
  private(set) var placed: Set<ObjectIdentifier> = []
  /// The types that have run before, and need not be made when they are required.
  private let done: Set<ObjectIdentifier>
  private var missing: [any Assembly.Type] = []
  private let given: [any Assembly]

  /// - Parameters:
  ///   - given: The assemblies, in the order in which they were added, which is kept where requirements allow it.
  ///   - done: The types that have run already; what is given runs all the same.
  ///   - makesMissing: Whether to make what is required and not given.
  init(_ given: [any Assembly], after done: Set<ObjectIdentifier>, makesMissing: Bool) throws {
    self.given = given
    self.done = done
    for assembly in given { try place(assembly, path: []) }
    if !makesMissing, !missing.isEmpty { throw Assembler.Error.missingRequiredAssemblies(missing) }
  }

  /// Places an assembly after what it requires, unless one of its type is there already.
  private mutating func place(_ assembly: any Assembly, path: [any Assembly.Type]) throws {
    let type = type(of: assembly)
    guard placed.insert(ObjectIdentifier(type)).inserted else { return }
    let path = path + [type]
    for required in type.requiredAssemblies {
      if let start = path.firstIndex(where: { $0 == required }) {
        throw Assembler.Error.circularRequirement(path[start...] + [required])
      }
      let id = ObjectIdentifier(required)
      guard !placed.contains(id) else { continue }
      let known = given.first { Swift.type(of: $0) == required }
      if known == nil, done.contains(id) { continue }
      if known == nil { missing.append(required) }
      try place(known ?? required.init(), path: path)
    }
    assemblies.append(assembly)
  }
}
