import Foundation
import Singularity

extension Measure {
  /// W15: the time of reading, checking and registering a file of 1 000 registrations, and its ratio to the time that
  /// `JSONDecoder` takes to decode the file.
  static var resource: [Measure] {
    [
      Measure(name: "W15 a file of 1 000 registrations", kind: .ratio) { plan in
        let (astroject, decoder) = try readFile(plan)
        return Result(value: astroject / decoder, text: "decoding alone: \(decoder.fixed(1)) ms")
      },
      Measure(name: "W15 a file of 1 000 registrations", kind: .time) { plan in
        Result(value: try readFile(plan).astroject * 1000, text: "the limit is 50 000 µs")
      },
    ]
  }

  /// Returns the milliseconds of both.
  private static func readFile(_ plan: Plan) throws -> (astroject: Double, decoder: Double) {
    let file = ResourceSample.file(of: 1000)
    var astroject: [Double] = []
    var decoder: [Double] = []
    for _ in 0..<plan.rounds {
      decoder.append(
        try ContinuousClock().measure {
          let sample = try JSONDecoder().decode(ResourceSample.self, from: file)
          guard sample.registrations.count == 1000 else { throw wrong(sample.registrations.count) }
        } / .milliseconds(1))
      let container = Container()
      astroject.append(try ContinuousClock().measure { try container.register(json: file) } / .milliseconds(1))
      guard try container.resolve(Station.self, name: "station 999").limit == 30 else { throw wrong(0) }
    }
    return (astroject.median, decoder.median)
  }

  private static func wrong(_ count: Int) -> WrongCount {
    WrongCount(subject: "W15 a file of 1 000 registrations", found: count, expected: 1000)
  }
}

/// A type that a file registers.
final class Station: Sendable {
  let next: String
  let limit: Int

  init(next: String, limit: Int) { (self.next, self.limit) = (next, limit) }
}

extension Station: AutoInjectable {
  static var injection: Injection<Station> { Injection(Station.init(next:limit:)) }
}

/// The contents of the file for a decoder that does not know registrations.
struct ResourceSample: Decodable {
  struct Registration: Decodable {
    let type: String
    let name: String
    let scope: String
    let with: [Rule]
  }

  enum Rule: Decodable {
    case auto
    case named(String)
    case value(Int)

    private enum Field: String, CodingKey { case named, value }

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Field.self) {
        self =
          try container.decodeIfPresent(String.self, forKey: .named).map(Rule.named)
          ?? .value(try container.decode(Int.self, forKey: .value))
      } else {
        self = .auto
      }
    }
  }

  struct Value: Decodable {
    let type: String
    let name: String
    let value: String
  }

  let modules: [String]
  let registrations: [Registration]
  let values: [Value]

  static func file(of count: Int) -> Data {
    let registrations = (0..<count).map {
      """
          { "type": "Station", "name": "station \($0)", "scope": "singleton",
            "with": [{ "named": "town" }, { "value": 30 }] }
      """
    }
    return Data(
      """
      {
        "modules": ["Benchmarks"],
        "registrations": [
      \(registrations.joined(separator: ",\n"))
        ],
        "values": [ { "type": "String", "name": "town", "value": "Oslo" } ]
      }
      """.utf8)
  }
}
