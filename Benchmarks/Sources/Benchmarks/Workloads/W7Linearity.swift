import Astroject

extension Measure {
  /// W7: the growth of the time of a registration from 10 000 to 100 000 of them, divided by the growth for the plain
  /// dictionary, which does not fit into the processor's caches either.
  static var linearity: Measure {
    Measure(name: "W7 one of 100 000 closures", kind: .linearity) { plan in
      var growth: [Double] = []
      var growthByHand: [Double] = []
      for _ in 0..<min(plan.rounds, 5) {
        growth.append(try registering(Fillers.hundredThousand) / registering(Fillers.tenThousand))
        growthByHand.append(registeringByHand(Fillers.hundredThousand) / registeringByHand(Fillers.tenThousand))
      }
      return Result(
        value: growth.median / growthByHand.median,
        text: "\(growth.median.fixed(2)) times as long as one of 10 000, by hand \(growthByHand.median.fixed(2)) times")
    }
  }

  private static func registering(_ types: [any Filler.Type]) throws -> Double {
    let container = Container()
    let duration = try ContinuousClock().measure {
      for type in types { try container.registerClosure(type) }
    }
    return duration.nanoseconds(per: types.count)
  }

  private static func registeringByHand(_ types: [any Filler.Type]) -> Double {
    var dictionary = PlainDictionary()
    let duration = ContinuousClock().measure {
      for type in types { dictionary.register(type) }
    }
    withExtendedLifetime(dictionary) {}
    return duration.nanoseconds(per: types.count)
  }
}
