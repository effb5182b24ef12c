package import TransportDoubles

/// Repeatable randomness: the tests and the process that they kill draw the same numbers.
package typealias Randomness = SeededGenerator

extension SeededGenerator {
    /// A whole number from 0 up to, but not including, the bound.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
}
