/// Puts assemblies into an order in which each comes after those that it requires.
struct AssemblyOrder {
  private(set) var assemblies: [any Assembly] = []
  /// The types that are placed.
  private(set) var placed: Set<ObjectIdentifier> = []
  /// The types that have run before, and need not be made when they are required.
  private let done: Set<ObjectIdentifier>
  private var missing: [any Assembly.Type] = []
  private let given: [any Assembly]
  /// Where the assemblies of each type are among the given ones.
  private let givenByType: [ObjectIdentifier: [Int]]
  /// The given assemblies that are placed.
  private var orderedGiven: Set<Int> = []

  /// - Parameters:
  ///   - given: The assemblies, in the order in which they were added, which is kept where requirements allow it. Each
  ///     object counts once.
  ///   - done: The types that have run already; what is given runs all the same.
  ///   - makesMissing: Whether to make what is required and not given.
  init(_ given: [any Assembly], after done: Set<ObjectIdentifier>, makesMissing: Bool) throws {
    var objects: Set<ObjectIdentifier> = []
    self.given = given.filter { assembly in
      !(type(of: assembly) is AnyObject.Type) || objects.insert(ObjectIdentifier(assembly as AnyObject)).inserted
    }
    givenByType = Dictionary(grouping: self.given.indices) { [given = self.given] in
      ObjectIdentifier(type(of: given[$0]))
    }
    self.done = done
    for index in self.given.indices { try put(given: index, path: []) }
    if makesMissing || missing.isEmpty { return }
    let names = AssemblyNames(of: self.given.map { type(of: $0) })
    throw Assembler.Error.missingRequiredAssemblies(
      missing.map { Assembler.MissingAssembly(type: $0, nearMatches: names.types(like: $0)) })
  }

  private mutating func put(given index: Int, path: [any Assembly.Type]) throws {
    if orderedGiven.insert(index).inserted { try put(given[index], path: path) }
  }

  /// Places an assembly after all that it requires.
  private mutating func put(_ assembly: any Assembly, path: [any Assembly.Type]) throws {
    let type = type(of: assembly)
    placed.insert(ObjectIdentifier(type))
    let path = path + [type]
    for required in type.requiredAssemblies {
      if let start = path.firstIndex(where: { $0 == required }) {
        throw Assembler.Error.circularRequirement(path[start...] + [required])
      }
      try put(required: required, path: path)
    }
    assemblies.append(assembly)
  }

  /// Places every given assembly of a type, or a new one if there is none and none has run.
  private mutating func put(required: any Assembly.Type, path: [any Assembly.Type]) throws {
    let id = ObjectIdentifier(required)
    if let given = givenByType[id] {
      for index in given { try put(given: index, path: path) }
    } else if !placed.contains(id), !done.contains(id) {
      missing.append(required)
      try put(required.init(), path: path)
    }
  }
}
