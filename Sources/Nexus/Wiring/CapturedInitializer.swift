import Astroject

/// A function that calls an initializer with the values of a reader; nothing else is compiled for each initializer.
private struct Call<Product> {
  let call: @Sendable (inout ParameterReader) throws -> Product
}

/// The rules for the parameters of an initializer, if their types alone do not determine their values.
@usableFromInline
package final class ParameterRules: Sendable {
  let inputs: [InitializerPlan.Input]
  init(_ inputs: [InitializerPlan.Input]) { self.inputs = inputs }

  @usableFromInline
  convenience init<each D>(_ rules: repeat Parameter<each D>) {
    var inputs: [InitializerPlan.Input] = []
    for rule in repeat each rules { inputs.append(rule.input) }
    self.init(inputs)
  }
}

extension InitializerRecipe {
  /// Creates a recipe from a captured initializer.
  convenience init<Product>(
    _ call: @escaping @Sendable (inout ParameterReader) throws -> Product, of parameters: consuming Parameters
  ) {
    self.init(StoredRecipe(Call(call: call)), making: Product.self, of: parameters, InitializerRecipe.calls)
  }

  /// The inputs of the parameters.
  var inputs: [InitializerPlan.Input] {
    switch parameters {
    case .byTypes(let types):
      types().map { InitializerPlan.Input(source: .resolving($0), isArgument: false, takesArguments: true) }
    case .byRules(let rules):
      // Only this module makes recipes with rules.
      unsafeDowncast(rules, to: ParameterRules.self).inputs
    }
  }

  /// Returns a recipe of the same initializer with other rules.
  func replacing(_ inputs: [InitializerPlan.Input]) -> InitializerRecipe {
    InitializerRecipe(call, making: product, of: .byRules(ParameterRules(inputs)), InitializerRecipe.calls)
  }

  private static func calls(of recipe: InitializerRecipe) -> RecipeObject {
    func calls<Product>(_ product: Product.Type) -> RecipeObject {
      let call = recipe.call.function(as: Call<Product>.self).call
      return EitherRecipe(call, InitializerPlan(recipe.inputs, properties: .of(product)))
    }
    return _openExistential(recipe.product, do: calls)
  }
}

extension EitherRecipe where Argument == Void {
  /// Creates the calls of an initializer, which get the values and then call it.
  fileprivate convenience init(
    _ call: @escaping @Sendable (inout ParameterReader) throws -> Output, _ parameterPlan: InitializerPlan
  ) {
    self.init(parameterPlan: parameterPlan) { resolver, _ in
      var reader = try ParameterReader(parameterPlan, for: resolver.ownBuild)
      defer { reader.end() }
      return try call(&reader)
    } async: { resolver, _ in
      let build = resolver.ownBuild
      let fetched = try await parameterPlan.fetch(for: build)
      let properties =
        parameterPlan.hasNoProperties(for: build) ? nil : try await parameterPlan.properties.fetch(for: build)
      return try CurrentBuild.lead(build) {
        var reader = ParameterReader(parameterPlan, for: build, fetched, properties: properties)
        defer { reader.end() }
        return try call(&reader)
      }
    }
  }
}
