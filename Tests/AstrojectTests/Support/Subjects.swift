import Astroject

/// What the tests build: a protocol, a class that adopts it, and a class that needs it.
protocol Service: AnyObject {}

final class LiveService: Service {}

final class Client {
  let service: any Service
  init(_ service: any Service) { self.service = service }
}
