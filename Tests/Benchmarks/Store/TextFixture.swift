#if SQLite
import Foundation
import Quire

/// The module of the full-text measurements: 80 words in three searchable fields of an item.
enum Pieces: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "pieces",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "summary", kind: .text, searchWeight: 4),
            FieldDescriptor(name: "body", kind: .longText, searchWeight: 1),
            FieldDescriptor(name: "category", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
        ])

    /// The same fields with a popularity.
    static let popular = ModuleDescriptor(
        name: "pieces", ranking: RankingDescriptor(popularity: "age"), fields: descriptor.fields.fields)

    /// The same fields without full text.
    static let unsearched = ModuleDescriptor(
        name: "pieces",
        fields: descriptor.fields.fields.map {
            FieldDescriptor(name: $0.name, kind: $0.kind, isSortable: $0.isSortable, facet: $0.facet)
        })

    struct Fields: FieldSet {
        static var table: FieldTable { Pieces.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String?
        var summary: String?
        var body: String?
        var category: String?
        var age: Int?

        static var table: FieldTable { Pieces.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            summary = try reader.value(1)
            body = try reader.value(2)
            category = try reader.value(3)
            age = try reader.value(4)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, summary)
            writer.value(2, body)
            writer.value(3, category)
            writer.value(4, age)
        }
    }
}

/// The piece of a number, which is deterministic.
///
/// Words are made of 30 syllables, 4,000 different ones with equal frequency: a word is in about two of a hundred
/// pieces, and a word that starts with `ro` is in nearly all.
struct PieceSource {
    let title: String
    let summary: String
    let body: String
    let category: String
    let age: Int

    init(_ number: Int) {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
        func random(_ bound: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        func text(_ count: Int) -> String {
            (0..<count).map { _ in Self.words[random(Self.words.count)] }.joined(separator: " ")
        }
        title = text(6)
        summary = text(14)
        body = text(60)
        category = "category-\(random(10))"
        age = random(100)
    }

    /// The piece as an instance in HALO's form.
    func line(_ number: Int) -> String {
        """
        {"id":"piece-\(number)","values":{"title":"\(title)","summary":"\(summary)","body":"\(body)",\
        "category":"\(category)","age":\(age)}}
        """
    }

    static let words: [String] = {
        let syllables = [
            "ro", "wi", "ta", "me", "lu", "ka", "ne", "so", "di", "fa", "go", "hu", "ji", "pe", "qua", "ri",
            "te", "vo",
            "xa", "ze", "tha", "cho", "bri", "sta", "ple", "ga", "mo", "nu", "ci", "be",
        ]
        let pairs = syllables.flatMap { first in syllables.map { first + $0 } }
        let triples = syllables.flatMap { first in pairs.map { $0 + first } }
        return Array((pairs + triples).prefix(4_000))
    }()
}
#endif
