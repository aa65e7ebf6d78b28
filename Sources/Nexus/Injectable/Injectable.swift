import Astroject

// Types that are made by an initializer without labels: one protocol for each number of parameters, up to five.
// `AutoInjectable` serves more parameters, labels, and a protocol as the service.

/// A type that is made without parameters.
///
/// ```swift
/// final class Clock: Injectable { required init() {} }
/// try container.register(injectable: Clock.self).asSingleton()
/// ```
public protocol Injectable: AutoInjectable {
  /// Creates an instance.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init() throws
}

extension Injectable where Service == Self {
  /// The injection that calls ``init()``.
  public static var injection: Injection<Self> { Injection { () throws in try self.init() } }
}

/// A type that is made from one parameter, whose type is inferred from the initializer.
public protocol InjectableWithParameter: AutoInjectable {
  /// The type of the parameter.
  associatedtype FirstParameter

  /// Creates an instance from the product registered for the parameter.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init(_ first: sending FirstParameter) throws
}

extension InjectableWithParameter where Service == Self {
  /// The injection that calls the initializer with one parameter.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter) throws in
      try self.init(given(first))
    }
  }
}

/// A type that is made from two parameters, whose types are inferred from the initializer.
public protocol InjectableWithTwoParameters: AutoInjectable {
  /// The type of the first parameter.
  associatedtype FirstParameter
  /// The type of the second parameter.
  associatedtype SecondParameter

  /// Creates an instance from the products registered for the two parameters.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init(_ first: sending FirstParameter, _ second: sending SecondParameter) throws
}

extension InjectableWithTwoParameters where Service == Self {
  /// The injection that calls the initializer with two parameters.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter, second: SecondParameter) throws in
      try self.init(given(first), given(second))
    }
  }
}

/// A type that is made from three parameters, whose types are inferred from the initializer.
public protocol InjectableWithThreeParameters: AutoInjectable {
  /// The type of the first parameter.
  associatedtype FirstParameter
  /// The type of the second parameter.
  associatedtype SecondParameter
  /// The type of the third parameter.
  associatedtype ThirdParameter

  /// Creates an instance from the products registered for the three parameters.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init(_ first: sending FirstParameter, _ second: sending SecondParameter, _ third: sending ThirdParameter) throws
}

extension InjectableWithThreeParameters where Service == Self {
  /// The injection that calls the initializer with three parameters.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter, second: SecondParameter, third: ThirdParameter) throws in
      try self.init(given(first), given(second), given(third))
    }
  }
}

/// A type that is made from four parameters, whose types are inferred from the initializer.
public protocol InjectableWithFourParameters: AutoInjectable {
  /// The type of the first parameter.
  associatedtype FirstParameter
  /// The type of the second parameter.
  associatedtype SecondParameter
  /// The type of the third parameter.
  associatedtype ThirdParameter
  /// The type of the fourth parameter.
  associatedtype FourthParameter

  /// Creates an instance from the products registered for the four parameters.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init(
    _ first: sending FirstParameter, _ second: sending SecondParameter, _ third: sending ThirdParameter,
    _ fourth: sending FourthParameter) throws
}

extension InjectableWithFourParameters where Service == Self {
  /// The injection that calls the initializer with four parameters.
  public static var injection: Injection<Self> {
    Injection {
      (first: FirstParameter, second: SecondParameter, third: ThirdParameter, fourth: FourthParameter) throws in
      try self.init(given(first), given(second), given(third), given(fourth))
    }
  }
}

/// A type that is made from five parameters, whose types are inferred from the initializer.
public protocol InjectableWithFiveParameters: AutoInjectable {
  /// The type of the first parameter.
  associatedtype FirstParameter
  /// The type of the second parameter.
  associatedtype SecondParameter
  /// The type of the third parameter.
  associatedtype ThirdParameter
  /// The type of the fourth parameter.
  associatedtype FourthParameter
  /// The type of the fifth parameter.
  associatedtype FifthParameter

  /// Creates an instance from the products registered for the five parameters.
  ///
  /// - Throws: Any error. One that is not an `AstrojectError` arrives as `AstrojectError.factoryFailed`.
  init(
    _ first: FirstParameter, _ second: SecondParameter, _ third: ThirdParameter, _ fourth: FourthParameter,
    _ fifth: FifthParameter) throws
}

extension InjectableWithFiveParameters where Service == Self {
  /// The injection that calls the initializer with five parameters.
  public static var injection: Injection<Self> {
    Injection {
      (
        first: FirstParameter, second: SecondParameter, third: ThirdParameter, fourth: FourthParameter,
        fifth: FifthParameter
      ) throws in try self.init(given(first), given(second), given(third), given(fourth), given(fifth))
    }
  }
}

/// Returns a value as one that an initializer, even that of an actor, may take over.
///
/// The value was made for this parameter, or its container shares it with other callers anyway.
private func given<Value>(_ value: Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return value
}
