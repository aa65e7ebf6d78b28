import Astroject

// Types that are made by an initializer without labels: one protocol for each number of parameters, up to five. For
// more parameters, labels, or a protocol as the service there is `AutoInjectable`.

/// A type that is made of nothing.
///
/// ```swift
/// final class Clock: Injectable { required init() {} }
/// try container.register(injectable: Clock.self).asSingleton()
/// ```
public protocol Injectable: AutoInjectable {
  /// Makes an instance.
  init() throws
}

extension Injectable where Service == Self {
  /// Makes it by ``init()``.
  public static var injection: Injection<Self> { Injection { () throws in try Self() } }
}

/// A type that is made of one parameter, whose type is inferred from the initializer.
public protocol InjectableWithParameter: AutoInjectable {
  /// What its parameter gets.
  associatedtype FirstParameter

  /// Makes an instance.
  init(_ first: sending FirstParameter) throws
}

extension InjectableWithParameter where Service == Self {
  /// Makes it by its initializer.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter) throws in
      try Self(given(first))
    }
  }
}

/// A type that is made of two parameters, whose types are inferred from the initializer.
public protocol InjectableWithTwoParameters: AutoInjectable {
  /// What the first parameter gets.
  associatedtype FirstParameter
  /// What the second parameter gets.
  associatedtype SecondParameter

  /// Makes an instance.
  init(_ first: sending FirstParameter, _ second: sending SecondParameter) throws
}

extension InjectableWithTwoParameters where Service == Self {
  /// Makes it by its initializer.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter, second: SecondParameter) throws in
      try Self(given(first), given(second))
    }
  }
}

/// A type that is made of three parameters, whose types are inferred from the initializer.
public protocol InjectableWithThreeParameters: AutoInjectable {
  /// What the first parameter gets.
  associatedtype FirstParameter
  /// What the second parameter gets.
  associatedtype SecondParameter
  /// What the third parameter gets.
  associatedtype ThirdParameter

  /// Makes an instance.
  init(_ first: sending FirstParameter, _ second: sending SecondParameter, _ third: sending ThirdParameter) throws
}

extension InjectableWithThreeParameters where Service == Self {
  /// Makes it by its initializer.
  public static var injection: Injection<Self> {
    Injection { (first: FirstParameter, second: SecondParameter, third: ThirdParameter) throws in
      try Self(given(first), given(second), given(third))
    }
  }
}

/// A type that is made of four parameters, whose types are inferred from the initializer.
public protocol InjectableWithFourParameters: AutoInjectable {
  /// What the first parameter gets.
  associatedtype FirstParameter
  /// What the second parameter gets.
  associatedtype SecondParameter
  /// What the third parameter gets.
  associatedtype ThirdParameter
  /// What the fourth parameter gets.
  associatedtype FourthParameter

  /// Makes an instance.
  init(
    _ first: sending FirstParameter, _ second: sending SecondParameter, _ third: sending ThirdParameter,
    _ fourth: sending FourthParameter) throws
}

extension InjectableWithFourParameters where Service == Self {
  /// Makes it by its initializer.
  public static var injection: Injection<Self> {
    Injection {
      (first: FirstParameter, second: SecondParameter, third: ThirdParameter, fourth: FourthParameter) throws in
      try Self(given(first), given(second), given(third), given(fourth))
    }
  }
}

/// A type that is made of five parameters, whose types are inferred from the initializer.
public protocol InjectableWithFiveParameters: AutoInjectable {
  /// What the first parameter gets.
  associatedtype FirstParameter
  /// What the second parameter gets.
  associatedtype SecondParameter
  /// What the third parameter gets.
  associatedtype ThirdParameter
  /// What the fourth parameter gets.
  associatedtype FourthParameter
  /// What the fifth parameter gets.
  associatedtype FifthParameter

  /// Makes an instance.
  init(
    _ first: FirstParameter, _ second: SecondParameter, _ third: ThirdParameter, _ fourth: FourthParameter,
    _ fifth: FifthParameter) throws
}

extension InjectableWithFiveParameters where Service == Self {
  /// Makes it by its initializer.
  public static var injection: Injection<Self> {
    Injection {
      (
        first: FirstParameter, second: SecondParameter, third: ThirdParameter, fourth: FourthParameter,
        fifth: FifthParameter
      ) throws in try Self(given(first), given(second), given(third), given(fourth), given(fifth))
    }
  }
}

/// Hands over what a parameter gets: it is made for it, or is its container's to share. An actor may take it, too.
private func given<Value>(_ value: Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return value
}
