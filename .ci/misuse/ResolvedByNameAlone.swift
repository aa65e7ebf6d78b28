import Nexus

func ask(_ container: Container, _ resolver: Resolver) throws {
  #if RIGHT
    let number: Int = try container.resolve(name: "x")
    let text: String = try resolver.resolve(arguments: 4, 5)
    print(number, text)
  #else
    let number = try container.resolve(name: "x")
    // error: say what to resolve: 'resolve(T.self, name: …)', or give the result a type
    // warning: constant 'number' inferred to have type '()'
    let text = try resolver.resolve(argument: 4)
    // error: say what to resolve: 'resolve(T.self, argument: …)', or give the result a type
    // warning: constant 'text' inferred to have type '()'
    let date = try container.resolve(key: 4, arguments: 4, 5)
    // error: say what to resolve: 'resolve(T.self, name: …)', or give the result a type
    // warning: constant 'date' inferred to have type '()'
    print(number, text, date)
  #endif
}
