import Astroject

/// The service of the tests. `LiveService` conforms to it, and `Client` needs it.
protocol Service: AnyObject {}

final class LiveService: Service {}

final class Client {
  let service: any Service
  init(_ service: any Service) { self.service = service }
}
