import Astroject

extension Measure {
  /// W7: whether a registration takes as long among 100 000 as among 10 000.
  static var linearity: Measure {
    Measure(name: "W7 one of 100 000 closures", kind: .linearity) { plan in
      var few: [Double] = []
      var many: [Double] = []
      for _ in 0..<min(plan.rounds, 5) {
        few.append(try nanoseconds(Fillers.tenThousand))
        many.append(try nanoseconds(Fillers.hundredThousand))
      }
      return Result(
        value: many.median / few.median, text: "\(many.median.fixed(0)) ns, one of 10 000 \(few.median.fixed(0)) ns")
    }
  }

  private static func nanoseconds(_ types: [any Filler.Type]) throws -> Double {
    let container = Container()
    let duration = try ContinuousClock().measure {
      for type in types { try container.registerClosure(type) }
    }
    return duration.nanoseconds(per: types.count)
  }
}
