import Nexus

final class Presenter {
  init() {}
}
protocol Viewing {
  var presenter: Presenter? { get set }
}
struct Screen: Viewing {
  var presenter: Presenter?
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register((any Viewing).self) { Screen() }.injecting(\.presenter)
  #else
    try container.register((any Viewing).self) { Screen() }.afterInit { (resolver: Resolver, view: any Viewing) in
      view.presenter = try resolver.resolve()
      // error: cannot assign to property: 'view' is a 'let' constant
    }
  #endif
}
