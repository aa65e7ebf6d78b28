import Nexus

func ask(_ container: Container) throws {
  #if RIGHT
    let number: Int = try container.resolve()
    print(number)
  #else
    let number = try container.resolve()
    // error: 'resolve()' is unavailable: say what to resolve: 'resolve(T.self)', or give the result a type
    // warning: constant 'number' inferred to have type '()'
    print(number)
  #endif
}
