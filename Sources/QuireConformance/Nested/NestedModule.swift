import QuireCore

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
