import Foundation
import Seeds
import Testing

@testable import QuireSchema

/// Names in Unicode's composed form, compared with Foundation.
@Suite struct ComposedFormTests {
    /// The form as Foundation has it. It does not compose a Korean syllable with its last consonant.
    private static func composed(_ text: String) -> String {
        text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    }

    private func check(_ text: String) {
        let part = uncomposedPart(of: text)
        if (part == nil) != Self.composed(text).unicodeScalars.elementsEqual(text.unicodeScalars) {
            Issue.record("\(text.unicodeScalars.map(\.escaped)): \(part?.advice ?? "composed")")
        }
        guard let part, let composed = part.composed else { return }
        let expected = Self.composed(part.found).unicodeScalars
        #expect(Array(expected) == [composed], "\(text.unicodeScalars.map(\.escaped))")
    }

    /// The characters that Foundation knows too.
    private static let scalars = (0..<0x11_0000 as Range<UInt32>).compactMap(Unicode.Scalar.init)
        .filter { ($0.properties.age?.major ?? .max) < 15 }

    @Test("Every character alone, and before and after others, is composed as Foundation says")
    func characters() {
        for scalar in Self.scalars {
            let text = String(scalar)
            if scalar.value % 64 == 0 { check(text) }
            // The parts of a character, and those in another order.
            let parts = text.decomposedStringWithCanonicalMapping.unicodeScalars
            if parts.elementsEqual([scalar]) { continue }
            check(text)
            check(String(String.UnicodeScalarView(parts)))
            check("a" + String(String.UnicodeScalarView(parts.reversed())))
            check(text + "\u{327}")
            check(text + "\u{302}\u{323}")
        }
    }

    @Test("Random texts of letters and marks are composed as Foundation says")
    func randomTexts() {
        let special = Self.scalars.filter {
            $0.properties.canonicalCombiningClass != .notReordered || $0.properties.isFullCompositionExclusion
                || String($0).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
        }
        let others =
            Array("aeioknAEO ΑΩαω".unicodeScalars) + "\u{1100}\u{1161}\u{11A8}".unicodeScalars
            + (0x300...0x345).compactMap(Unicode.Scalar.init)
            + (0x900...0xDDF).compactMap(Unicode.Scalar.init).filter {
                ($0.properties.age?.major ?? .max) < 15
            }
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                text.append(
                    (Bool.random(using: &random) ? special : others).randomElement(using: &random) ?? "a")
            }
            check(String(text))
        }
    }

    @Test("Long texts take no more than quadratic time")
    func long() {
        for part in ["\u{301}", "\u{E9}", "\u{1100}", "\u{AC00}"] {
            check(String(repeating: part, count: 256))
            check("a" + String(repeating: part, count: 256))
        }
    }
}

extension Unicode.Scalar {
    fileprivate var escaped: String { String(value, radix: 16) }
}
