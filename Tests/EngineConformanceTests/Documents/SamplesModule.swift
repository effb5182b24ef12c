import Quire

/// A module with a field of every kind, under names that are hard on engines.
enum SamplesModule {
    static let descriptor = ModuleDescriptor(name: "samples", fields: fields)

    static let sizeTable = FieldTable([
        FieldDescriptor(name: "width", kind: .number), FieldDescriptor(name: "label", kind: .text),
    ])

    /// Case pairs, words of query languages, quotes, names of the metadata, both spellings of "é".
    private static let fields: [FieldDescriptor] = [
        field("title", .text, isSortable: true),
        field("Title", .text),
        field("order", .longText),
        field("say \"html\"", .html),
        field("age", .integer, isSortable: true),
        field("price in €", .number, isSortable: true),
        field("select * from", .boolean, isSortable: true),
        field("createdAt", .date(.dateOnly), isSortable: true),
        field("opens", .time(.epochMilliseconds), isSortable: true),
        field("seen", .dateTime(.epochSeconds)),
        field("it's", .dateTime(.rfc3339), isSortable: true),
        field("rowid", .url),
        field("id", .image),
        field("name", .video),
        field("song;--", .audio),
        field("paper", .document),
        field("tint", .color),
        field("place", .geopoint),
        field("extra", .json),
        field("language", .choice),
        field("moods", .choices),
        field("caf\u{E9}", .list(.text)),
        field("cafe\u{301}", .list(.integer)),
        field("prices", .list(.number)),
        field("flags", .list(.boolean)),
        field("days", .list(.date(.dateOnly))),
        field("size", .object(sizeTable)),
        field("greeting", .localizedText),
        field("maker", .relation(module: "makers")),
        field("makers", .relations(module: "makers")),
        field("code", .scalar(.text)),
        field("rank", .scalar(.integer)),
        field("ratio", .scalar(.number)),
        field("open", .scalar(.boolean)),
    ]

    private static func field(_ name: String, _ kind: FieldKind, isSortable: Bool = false) -> FieldDescriptor
    {
        FieldDescriptor(name: name, kind: kind, isSortable: isSortable)
    }
}
