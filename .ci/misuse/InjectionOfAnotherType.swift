import Nexus

protocol Service: Sendable {}
struct Stone: Sendable {}
struct LiveService: Service {}

#if RIGHT
  extension LiveService: AutoInjectable {
    static let injection = Injection<any Service>(LiveService.init)
  }
#else
  extension LiveService: AutoInjectable {
    static let injection = Injection<any Service>(Stone.init)
    // error: '@Sendable () -> Stone' to expected argument type '@Sendable () -> any Service'
  }
#endif
