import Foundation
import QuireCore
import Seeds
import Testing

/// Texts that items of a page share are found by their bytes, so texts that differ in one byte must stay apart.
@Suite struct SharedTextTests {
    @Test("Texts of every length that differ in a single byte stay apart")
    func almostEqual() throws {
        var random = SeededGenerator(seed: Seed.current)
        var names: [String] = []
        for length in 0...70 {
            let text = [UInt8](repeating: UInt8(ascii: "0"), count: length)
            names.append(String(decoding: text, as: UTF8.self))
            for place in 0..<length {
                var other = text
                other[place] = UInt8(ascii: "1")
                names.append(String(decoding: other, as: UTF8.self))
            }
        }
        names += [
            "é123456789012345678", "12345678901234567é", "1234567890123456\\n", "1234567890123456789\\u00e9",
        ]
        for order in 0..<3 {
            let tags = order == 0 ? names + names : (names + names).shuffled(using: &random)
            let items = tags.map { #"{"id":"a","tags":[{"name":"n","tagType":"\#($0)"}],"values":{}}"# }
            let page = Data("[\(items.joined(separator: ","))]".utf8)
            let found = try AnyContent.decoder.decodePage(page).items.map { $0.metadata.tags.first?.tagType }
            let expected = try tags.map {
                try JSONDecoder().decode([String].self, from: Data(#"["\#($0)"]"#.utf8)).first
            }
            #expect(found == expected, "seed \(Seed.current)")
        }
    }
}
