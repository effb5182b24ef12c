package import TransportDoubles

/// Repeatable randomness: the tests and the process that they kill draw the same.
package typealias Randomness = SeededGenerator

extension SeededGenerator {
    /// A whole number from 0 up to the bound, which is left out.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
}
