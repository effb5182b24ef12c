#if SQLite
import Foundation
import Quire

/// The written content. An item's values follow from its version alone, so that a test knows the expected content
/// without a store.
package enum Things {
    package static let module = ModuleDescriptor(
        name: "things",
        fields: [
            FieldDescriptor(name: "n", kind: .integer, isSortable: true),
            FieldDescriptor(name: "tags", kind: .list(.text), searchWeight: 2),
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "text", kind: .longText, searchWeight: 1),
            FieldDescriptor(name: "padding", kind: .longText),
        ])

    /// The module with vectors of the titles.
    package static let embedded = ModuleDescriptor(
        name: module.name,
        embedding: EmbeddingDescriptor(of: ["title"], dimensions: 8, model: LetterEmbedder().model),
        fields: module.fields.fields)

    private static let words = [
        "jerome", "david", "salinger", "catcher", "rye", "nine", "stories", "franny", "zooey", "naïve",
        "Überfluß",
        "Ελλάδα", "война", "мир", "東京", "서울", "żółw", "it's", "ab-cd", "1984", "O'Brien", "مدينة", "C++",
        "Æsir",
        "cafe\u{301}", "İstanbul", "👩‍👩‍👧", "x",
    ]

    /// The values of an item with this version.
    package static func values(_ version: Int) -> JSONValue {
        var generator = Randomness(seed: UInt64(version) &* 0x9E37_79B9)
        func some(_ count: Int) -> String {
            (0..<count).map { _ in words[generator.below(words.count)] }.joined(separator: " ")
        }
        let text = some(3 + generator.below(40))
        return .object([
            .init("n", .integer(Int64(version))),
            .init("tags", .array(["all", "t\(version % 7)"].map { .string($0) })),
            .init("title", .string(some(1 + generator.below(4)))),
            .init("text", .string(text + " v\(version)")),
            // Numbered items are long, so that a load of some hundreds defers its indexes.
            .init("padding", .string(String(repeating: "-", count: version < 10_000 ? 900 : 9))),
        ])
    }

    /// An item in the form of an instance.
    package static func instance(_ id: String, _ version: Int) -> Data {
        JSONValue.object([.init("id", .string(id)), .init("values", values(version))]).data
    }

    /// A line of a load; item and version have the same number.
    package static func line(_ number: Int) -> Data { instance(String(number), number) }
}
#endif
