import Foundation

/// The seed of random tests: the same in every run, so that failures are caused by changes of the code.
///
/// `QUIRE_SEED=7` sets another seed, and `QUIRE_SEED=random` chooses and prints one. A random test prints its seed when
/// it fails.
package enum Seed {
    package static let current = wanted(ProcessInfo.processInfo.environment["QUIRE_SEED"])

    private static let fixed: UInt64 = 20_240_229

    private static func wanted(_ text: String?) -> UInt64 {
        guard let text, !text.isEmpty else { return fixed }
        if text == "random" {
            let drawn = UInt64.random(in: 0..<1 << 32)
            FileHandle.standardError.write(Data("QUIRE_SEED=\(drawn)\n".utf8))
            return drawn
        }
        guard let seed = UInt64(text) else {
            preconditionFailure(
                "QUIRE_SEED is '\(text)'. Set it to a whole number, to 'random', or not at all.")
        }
        return seed
    }
}
