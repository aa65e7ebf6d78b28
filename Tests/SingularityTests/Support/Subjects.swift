import Foundation
import Singularity

// What the files of these tests name.

protocol Storage: Sendable { var settings: [String] { get } }
protocol Journal: Sendable {}
protocol Ledger: Sendable {}

final class FileStorage: Storage {
  let journal: any Journal
  let name: String?
  let limit: Int
  let settings: [String]

  init(journal: any Journal, name: String?, limit: Int) {
    (self.journal, self.name, self.limit) = (journal, name, limit)
    settings = [name ?? "none", "\(limit)"]
  }
}

extension FileStorage: AutoInjectable {
  static var injection: Injection<any Storage> { Injection<any Storage>(FileStorage.init(journal:name:limit:)) }
}

final class ConsoleJournal: Journal {}

extension ConsoleJournal: AutoInjectable {
  static var injection: Injection<any Journal> { Injection<any Journal>(ConsoleJournal.init) }
  static func configure(_ registration: Registration<any Journal>) { registration.asSingleton().eager() }
}

/// Implements more than it is registered as.
final class FileJournal: Journal, Ledger {}

extension FileJournal: Injectable {}

struct Limits: Equatable { let books: Int, days: Int }

extension Limits: ResourceValue {}

/// Several things that formats know or do not know.
struct Everything: Equatable {
  let date: Date
  let data: Data
  let url: URL
  let timeout: Duration
  let price: Decimal
  let levels: [Level]
  let small: UInt8?
}

enum Level: String, Codable, Sendable { case low, high }

extension Everything: ResourceValue {}
extension Level: ResourceValue {}

struct Audit {
  let ledger: any Ledger
  init(_ ledger: any Ledger) { self.ledger = ledger }
}

extension Audit: InjectableWithParameter {}
