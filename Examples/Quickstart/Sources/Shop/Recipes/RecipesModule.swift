import Nexus

struct RecipesModule: Module {
  func register(in container: Container) throws {
    try container.register((any RecipeBook).self, initializer: FamilyRecipes.init).asSingleton()
  }
}
