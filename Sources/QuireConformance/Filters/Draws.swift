/// A generator of repeatable random numbers (SplitMix64): the same numbers for the same seed.
struct Draws: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    package mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    /// One of the values, or `nil` one time in five.
    mutating func oneOrNone<Value>(of values: [Value]) -> Value? {
        Int.random(in: 0..<5, using: &self) == 0 ? nil : one(of: values)
    }

    mutating func some(_ count: ClosedRange<Int>, of values: [String]) -> [String] {
        (0..<Int.random(in: count, using: &self)).map { _ in one(of: values) }
    }

    /// True one time in `one`.
    package mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
}
