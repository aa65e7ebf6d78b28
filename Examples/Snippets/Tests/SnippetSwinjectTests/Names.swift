// SnippetPlugin makes the tests of this target from the snippets that use Swinject.
//
// Such a snippet names the types of Swinject as a file without Astroject does, but the prelude imports both.

import Swinject

typealias Assembler = Swinject.Assembler
typealias Assembly = Swinject.Assembly
typealias Container = Swinject.Container
typealias Resolver = Swinject.Resolver
