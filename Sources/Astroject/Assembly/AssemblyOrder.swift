/// An order of assemblies in which each comes after those that it requires.
final class AssemblyOrder {
  private(set) var assemblies: [any Assembly] = []
  /// The types that have a position in the order.
  private(set) var placed: Set<ObjectIdentifier> = []
  /// The types that have run before, which are not made again when they are required.
  private let done: Set<ObjectIdentifier>
  private let makesMissing: Bool
  private var missing: [Assembler.MissingAssembly] = []
  private let given: [any Assembly]
  /// True for each given assembly that has a position.
  private var isPlaced: [Bool]

  /// Puts assemblies in order, with the assemblies that they require.
  ///
  /// - Parameters:
  ///   - given: The assemblies, in the order in which they were added. That order stays unless requirements change it.
  ///     Each object counts once.
  ///   - done: The types that have run already. A given assembly runs all the same.
  ///   - makesMissing: True if required assemblies that were not given are made.
  /// - Throws: ``Assembler/Error/circularRequirement(_:)``, ``Assembler/Error/missingRequiredAssemblies(_:)``, or
  ///   ``Assembler/Error/outsideMainActor(_:)``.
  init(_ given: [any Assembly], after done: Set<ObjectIdentifier>, makesMissing: Bool) throws {
    var objects: Set<ObjectIdentifier> = []
    self.given = given.filter { assembly in
      !(type(of: assembly) is AnyObject.Type) || objects.insert(ObjectIdentifier(assembly as AnyObject)).inserted
    }
    isPlaced = Array(repeating: false, count: self.given.count)
    self.done = done
    self.makesMissing = makesMissing
    for index in self.given.indices { try put(given: index, path: []) }
    if !missing.isEmpty { throw Assembler.Error.missingRequiredAssemblies(missing) }
  }

  private func put(given index: Int, path: [any Assembly.Type]) throws {
    if !exchange(&isPlaced[index], with: true) { try put(given[index], path: path) }
  }

  /// Appends an assembly, after all that it requires.
  private func put(_ assembly: any Assembly, path: [any Assembly.Type]) throws {
    let type = type(of: assembly)
    // The cast keeps the conformance in the value. What is required is isolated only if what requires it is.
    if let record = IsolatedConformance.record(in: assembly as any Assembly),
      IsolatedConformance.isOnMainActor(record), !MainThread.isCurrent
    {
      throw Assembler.Error.outsideMainActor(type)
    }
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

  /// Places every given assembly of a type, or makes one if none is given, placed or run.
  private func put(required: any Assembly.Type, path: [any Assembly.Type]) throws {
    let id = ObjectIdentifier(required)
    for index in given.indices where type(of: given[index]) == required { try put(given: index, path: path) }
    if placed.contains(id) || done.contains(id) { return }
    if !makesMissing, let requirer = path.last {
      missing.append(Assembler.MissingAssembly(type: required, nearMatches: types(like: required), requirer: requirer))
    }
    try put(required.init(), path: path)
  }

  /// Returns the given types that are named much like another one, the most similar first.
  private func types(like type: any Assembly.Type) -> [any Assembly.Type] {
    var seen: Set<ObjectIdentifier> = []
    let types = given.map { Swift.type(of: $0) }.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let near = Similarity.names(like: AssemblyOrder.stem(of: type), among: types.map(AssemblyOrder.stem))
    return near.flatMap { name in types.filter { AssemblyOrder.stem(of: $0) == name } }
  }

  /// Returns the name without the word that most of them end with, by which any two would be alike.
  private static func stem(of type: any Assembly.Type) -> String {
    let (name, end) = (TypeName(type).last, "Assembly")
    return String(name.hasSuffix(end) && name.count > end.count ? name.dropLast(end.count) : name)
  }
}
