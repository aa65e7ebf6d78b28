import Testing

@testable import Astroject

@Suite("Flags of a registration")
struct TraitsTests {
  private static var flags: [WritableKeyPath<RegistrationFlags, Bool>] {
    [
      \.hasHooks, \.isEager, \.hasKept, \.isSpoiled, \.hasForwardings, \.isScopeChosen, \.isDeclared, \.hasOpaqueHooks,
      \.isInstance, \.isKeptElsewhere, \.wasMade, \.mayBePublished, \.isReleased,
      \.hasReleaseHooks,
    ]
  }

  private func isOn(_ flag: WritableKeyPath<RegistrationFlags, Bool>, among traits: RegistrationFlags) -> [Bool] {
    TraitsTests.flags.filter { $0 != flag }.map { traits[keyPath: $0] }
  }

  @Test func `setting a registration flag changes neither another flag nor the kind of the recipe`() {
    for kind in (0..<16).compactMap(RecipeKind.init) {
      for isObserved in [false, true] {
        let traits = RegistrationFlags(
          lifetime: .weak, isOverridable: true, isContribution: false, kind: kind, isObserved: isObserved)
        for flag in TraitsTests.flags {
          var changed = traits
          changed[keyPath: flag] = true
          #expect(changed[keyPath: flag])
          #expect(isOn(flag, among: changed) == isOn(flag, among: traits))
          for same in [changed, changed.unused] {
            #expect(same.kind == kind && same.isObserved == traits.isObserved && same.lifetime == .weak)
            #expect(same.isOverridable && !same.isContribution)
          }
          changed[keyPath: flag] = false
          #expect(changed.word == traits.word)
        }
      }
    }
  }
}
