/// One of any number of types to register.
protocol Filler: Sendable {
  init()
  init(leaf: any LeafA)
}

/// Types by number. The binary digits of the number are nested generic types, made at run time.
enum Fillers {
  static let tenThousand = upTo(10_000)
  static let hundredThousand = upTo(100_000)

  private static func upTo(_ count: Int) -> [any Filler.Type] {
    var types: [any Filler.Type] = [One.self]
    for number in 2...count {
      let rest = types[number / 2 - 1]
      types.append(number.isMultiple(of: 2) ? even(rest) : odd(rest))
    }
    return types
  }

  private static func even<Rest: Filler>(_ rest: Rest.Type) -> any Filler.Type { Even<Rest>.self }
  private static func odd<Rest: Filler>(_ rest: Rest.Type) -> any Filler.Type { Odd<Rest>.self }
}

private struct One: Filler {
  init() {}
  init(leaf: any LeafA) {}
}

private struct Even<Rest: Filler>: Filler {
  init() {}
  init(leaf: any LeafA) {}
}

private struct Odd<Rest: Filler>: Filler {
  init() {}
  init(leaf: any LeafA) {}
}
