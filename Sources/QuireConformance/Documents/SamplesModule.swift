import QuireCore

/// A module with a field of every kind, with names that are difficult for engines.
enum SamplesModule {
    static let descriptor = ModuleDescriptor(name: "samples", fields: fields)

    static let sizeTable = FieldTable([
        FieldDescriptor(name: "width", kind: .number), FieldDescriptor(name: "label", kind: .text),
    ])

    /// Pairs that differ in case, keywords of query languages, quotes, names of the metadata, a letter with
    /// an accent.
    private static let fields: [FieldDescriptor] = [
        field("title", .text, isSortable: true, facet: .disjunctive),
        field("Title", .text),
        field("order", .longText),
        field("say \"html\"", .html),
        field("age", .integer, isSortable: true, facet: .disjunctive),
        field("price in €", .number, isSortable: true, facet: .conjunctive),
        field("select * from", .boolean, isSortable: true, facet: .disjunctive),
        field("createdAt", .date(.dateOnly), isSortable: true, facet: .disjunctive),
        field("opens", .time(.epochMilliseconds), isSortable: true),
        field("seen", .dateTime(.epochSeconds), facet: .disjunctive),
        field("it's", .dateTime(.rfc3339), isSortable: true, facet: .conjunctive),
        field("rowid", .url),
        field("id", .image),
        field("name", .video),
        field("song;--", .audio),
        field("paper", .document),
        field("tint", .color, facet: .conjunctive),
        field("place", .geopoint),
        field("extra", .json),
        field("language", .choice, isSortable: true, facet: .disjunctive),
        field("moods", .choices, facet: .disjunctive),
        field("caf\u{E9}", .list(.text), facet: .conjunctive),
        field("caf\u{E9}s", .list(.integer), facet: .disjunctive),
        field("prices", .list(.number), facet: .disjunctive),
        field("flags", .list(.boolean), facet: .conjunctive),
        field("days", .list(.date(.dateOnly)), facet: .disjunctive),
        field("size", .object(sizeTable)),
        field("greeting", .localizedText),
        field("maker", .relation(module: "makers"), facet: .disjunctive),
        field("makers", .relations(module: "makers"), facet: .conjunctive),
        field("code", .scalar(.text), facet: .disjunctive),
        field("rank", .scalar(.integer), facet: .conjunctive),
        field("ratio", .scalar(.number), isSortable: true, facet: .disjunctive),
        field("open", .scalar(.boolean), isSortable: true, facet: .conjunctive),
    ]

    private static func field(
        _ name: String, _ kind: FieldKind, isSortable: Bool = false, facet: FieldDescriptor.FacetKind? = nil
    ) -> FieldDescriptor {
        FieldDescriptor(name: name, kind: kind, isSortable: isSortable, facet: facet)
    }
}
