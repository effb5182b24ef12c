import Foundation

/// The seed of what tests draw: the same one in every run, so that a run tells of the change at hand.
///
/// `QUIRE_SEED=7` takes another one, and `QUIRE_SEED=random` draws one, which is printed. A test that draws from it tells
/// the seed where it fails.
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
