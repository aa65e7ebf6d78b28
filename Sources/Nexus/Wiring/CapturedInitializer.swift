import Astroject

/// The function that calls an initializer with what a reader hands out: all that is compiled for each initializer.
private struct Call<Product> {
  let call: @Sendable (inout ParameterReader) throws -> Product
}

/// What the parameters of an initializer get, where that is not said by their types alone.
@usableFromInline
package final class ParameterRules: Sendable {
  let inputs: [InitializerWiring.Input]
  init(_ inputs: [InitializerWiring.Input]) { self.inputs = inputs }

  @usableFromInline
  convenience init<each D>(_ rules: repeat Parameter<each D>) {
    var inputs: [InitializerWiring.Input] = []
    for rule in repeat each rules { inputs.append(rule.input) }
    self.init(inputs)
  }
}

extension InitializerRecipe {
  /// An initializer that was captured.
  convenience init<Product>(
    _ call: @escaping @Sendable (inout ParameterReader) throws -> Product, of parameters: consuming Parameters
  ) {
    self.init(StoredFunction(Call(call: call)), making: Product.self, of: parameters, InitializerRecipe.ways)
  }

  /// What its parameters get.
  private var inputs: [InitializerWiring.Input] {
    switch parameters {
    case .byTypes(let types):
      types().map { InitializerWiring.Input(wire: .resolving($0), isArgument: false, takesArguments: true) }
    case .byRules(let rules):
      // Only this module makes such recipes.
      unsafeDowncast(rules, to: ParameterRules.self).inputs
    }
  }

  /// The same initializer with other rules.
  func replacing(_ rules: ([InitializerWiring.Input]) throws -> [InitializerWiring.Input]) rethrows -> InitializerRecipe
  {
    let inputs = try rules(inputs)
    return InitializerRecipe(call, making: product, of: .byRules(ParameterRules(inputs)), InitializerRecipe.ways)
  }

  private static func ways(of recipe: InitializerRecipe) -> AnyInitializerWays {
    func ways<Product>(_ product: Product.Type) -> AnyInitializerWays {
      let call = recipe.call.function(as: Call<Product>.self).call
      return InitializerWays(call, InitializerWiring(recipe.inputs, properties: .of(product)))
    }
    return _openExistential(recipe.product, do: ways)
  }
}

extension InitializerWays {
  /// Gets what is needed, and calls.
  fileprivate convenience init(
    _ call: @escaping @Sendable (inout ParameterReader) throws -> Output, _ wiring: InitializerWiring
  ) {
    self.init(wiring) {
      var reader = ParameterReader()
      return try call(&reader)
    } blocking: { resolver in
      var reader = try ParameterReader(wiring, for: resolver.ownBuild)
      defer { reader.end() }
      return try call(&reader)
    } awaiting: { resolver in
      let build = resolver.ownBuild
      let fetched = try await wiring.fetch(for: build)
      let properties = wiring.hasNoProperties(for: build) ? nil : try await wiring.properties.fetch(for: build)
      let outer = Ambient.begin(build)
      defer { Ambient.end(outer) }
      var reader = ParameterReader(wiring, for: build, fetched, properties: properties)
      defer { reader.end() }
      return try call(&reader)
    }
  }
}
