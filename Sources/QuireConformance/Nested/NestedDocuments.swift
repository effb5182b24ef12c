import QuireCore

/// Documents whose objects hold the hard values, and are missing, null, empty or of the wrong type themselves.
enum NestedDocuments {
    static let hard = documents(isPlain: false)
    static let plain = documents(isPlain: true)

    /// The documents that an engine is examined with.
    static func table(_ options: ConformanceOptions) -> DocumentTable {
        options.holdsHostileValues ? hard : plain
    }

    private static let count = 80

    private static func documents(isPlain: Bool) -> DocumentTable {
        func lines(_ form: @escaping (HardValue) -> String?) -> [String] {
            (0..<count).map { row in
                let draw = Draw(row: row, isPlain: isPlain, form: form)
                return #"{"id":"n\#(row)","values":\#(draw.object(NestedModule.descriptor.fields, salt: 1))}"#
            }
        }
        return DocumentTable(NestedModule.descriptor, lines: lines(\.json), tidyLines: lines(\.tidy))
    }

    /// Chooses the values of one document. The same row has the same values in every form.
    private struct Draw {
        let row: Int
        let isPlain: Bool
        let form: (HardValue) -> String?

        func object(_ table: FieldTable, salt: Int) -> String {
            let members = table.fields.enumerated().compactMap { position, field in
                value(field.kind, salt: salt * 31 + position * 7).map { "\(jsonText(field.name)):\($0)" }
            }
            return "{\(members.joined(separator: ","))}"
        }

        /// `nil` is a missing key.
        private func value(_ kind: FieldKind, salt: Int) -> String? {
            switch kind {
            case .object(let table):
                switch number(salt) % 12 {
                case 0: nil
                case 1: "null"
                case 2: "{}"
                case 3 where !isPlain: form(.wrong(#""text""#))
                case 4 where !isPlain: form(.wrong(#"[{"title":"Alpha","age":5}]"#))
                default: object(table, salt: salt + 1)
                }
            case .list(.object(let table)):
                switch number(salt) % 12 {
                case 0: nil
                case 1: "null"
                case 2: "[]"
                case 3 where !isPlain: form(.wrong(#"{"title":"Alpha","age":5}"#))
                case 4 where !isPlain:
                    form(.wrong(#"[null,5,{"title":"Alpha"}]"#, tidy: #"[{"title":"Alpha"}]"#))
                case let number:
                    "[\((0..<number % 3 + 1).map { object(table, salt: salt + 3 + $0 * 5) }.joined(separator: ","))]"
                }
            default:
                chosen(HardValues.of(kind).filter { !isPlain || $0.isPlain }, salt: salt)
            }
        }

        private func chosen(_ values: [HardValue], salt: Int) -> String? {
            values.isEmpty ? nil : form(values[number(salt) % values.count])
        }

        private func number(_ salt: Int) -> Int {
            var state = UInt64(truncatingIfNeeded: row &* 7919 &+ salt &* 104_729 &+ 17)
            state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((state ^ state >> 31) >> 33)
        }
    }
}

/// A module whose fields are in objects, in objects inside those, and in lists of objects.
enum NestedModule {
    static let descriptor = ModuleDescriptor(name: "nested", fields: fields)

    private static let fields: [FieldDescriptor] = [
        FieldDescriptor(name: "title", kind: .text),
        FieldDescriptor(name: "inner", kind: .object(inner)),
        FieldDescriptor(name: "parts", kind: .list(.object(parts))),
        // A name with a dot is the field's, although there is a member at this path.
        FieldDescriptor(name: "parts.taken", kind: .integer, isSortable: true),
        FieldDescriptor(name: "inner.free", kind: .text),
    ]

    private static let inner = FieldTable([
        member("title", .text, isSortable: true, facet: .disjunctive),
        member("age", .integer, isSortable: true, facet: .conjunctive),
        member("price in €", .number, isSortable: true, facet: .disjunctive),
        member("open", .boolean, isSortable: true),
        member("day", .date(.dateOnly), isSortable: true),
        member("seen", .dateTime(.rfc3339), isSortable: true, facet: .disjunctive),
        member("link", .url),
        member("place", .geopoint),
        member("words", .list(.text), facet: .disjunctive),
        member("extra", .json),
        FieldDescriptor(name: "hidden", kind: .text),
        FieldDescriptor(name: "deep", kind: .object(deep)),
        FieldDescriptor(name: "steps", kind: .list(.object(deep))),
    ])

    private static let parts = FieldTable([
        member("title", .text, facet: .disjunctive),
        member("age", .integer, facet: .conjunctive),
        member("price", .number),
        member("open", .boolean),
        member("day", .date(.dateOnly), facet: .disjunctive),
        member("place", .geopoint),
        member("words", .list(.text), facet: .disjunctive),
        member("taken", .text),
        FieldDescriptor(name: "deep", kind: .object(deep)),
        FieldDescriptor(name: "steps", kind: .list(.object(deep))),
    ])

    private static let deep = FieldTable([
        member("title", .text), member("rank", .scalar(.integer), facet: .disjunctive),
        member("tint", .color),
        member("numbers", .list(.integer)),
    ])

    private static func member(
        _ name: String, _ kind: FieldKind, isSortable: Bool = false, facet: FieldDescriptor.FacetKind? = nil
    ) -> FieldDescriptor {
        var field = FieldDescriptor(name: name, kind: kind, isSortable: isSortable, facet: facet)
        field.isQueryable = true
        return field
    }

    /// The fields that queries test: the members, and the fields whose names have a dot.
    static let tested: [FieldDescriptor] = descriptor.fields.queryable.filter {
        if case .object = $0.kind.innermost { false } else { true }
    }
}
