#if SQLite
import Quire

/// Products with three objects of four members and a list of five objects, and the same in plain fields.
enum MemberFixture {
    /// Members with their types; the first one is sortable.
    private static let objects: [(name: String, members: [(name: String, kind: FieldKind)])] = [
        ("dates", [("start", .integer), ("end", .integer), ("text", .text), ("isExact", .boolean)]),
        ("size", [("width", .number), ("height", .number), ("unit", .text), ("note", .text)]),
        ("maker", [("name", .text), ("country", .text), ("founded", .integer), ("site", .text)]),
    ]
    private static let variant: [(name: String, kind: FieldKind)] = [
        ("size", .text), ("stock", .integer), ("color", .text), ("price", .number),
    ]

    static let nested = module("nested", isQueryable: true)
    /// The same fields without operators of the members.
    static let unqueried = module("unqueried", isQueryable: false)
    static let plain = ModuleDescriptor(
        name: "plain",
        fields: objects.flatMap { object in
            object.members.map { member in
                FieldDescriptor(
                    name: object.name + member.name.prefix(1).uppercased() + member.name.dropFirst(),
                    kind: member.kind, isSortable: member.name == object.members[0].name)
            }
        }
            + variant.map {
                FieldDescriptor(
                    name: "variants" + $0.name.prefix(1).uppercased() + $0.name.dropFirst(),
                    kind: .list($0.kind))
            })

    private static func module(_ name: String, isQueryable: Bool) -> ModuleDescriptor {
        func table(_ members: [(name: String, kind: FieldKind)], sorts: Bool) -> FieldTable {
            FieldTable(
                members.enumerated().map { number, member in
                    var field = FieldDescriptor(
                        name: member.name, kind: member.kind, isSortable: isQueryable && sorts && number == 0)
                    field.isQueryable = isQueryable
                    return field
                })
        }
        return ModuleDescriptor(
            name: name,
            fields: objects.map {
                FieldDescriptor(name: $0.name, kind: .object(table($0.members, sorts: true)))
            }
                + [FieldDescriptor(name: "variants", kind: .list(.object(table(variant, sorts: false))))])
    }

    // MARK: - Items

    static let sizes = ["s", "m", "l", "xl", "xxl"]

    private static func values(_ number: Int) -> [[String]] {
        [
            [
                "\(start(number))", "\(start(number) + number % 9)",
                #""about \#(number % 977)""#, number.isMultiple(of: 2) ? "true" : "false",
            ],
            ["\(number % 301).5", "\(number % 211)", #""cm""#, #""measured \#(number % 31)""#],
            [
                #""Maker \#(number * 31 % 5003)""#, #""country-\#(number % 80)""#, "\(1800 + number % 200)",
                #""https://example.org/\#(number)""#,
            ],
        ]
    }

    static func start(_ number: Int) -> Int { 1500 + number * 7919 % 500 }

    static func stock(_ number: Int, _ variant: Int) -> Int {
        number * 2_654_435_761 % (1 << 31) / 7 % (97 + variant)
    }

    private static func variant(_ number: Int, _ variant: Int) -> [String] {
        [
            #""\#(sizes[variant])""#, "\(stock(number, variant))", #""color-\#((number + variant) % 23)""#,
            "\(number % 90).25",
        ]
    }

    static func nestedLine(_ number: Int) -> String {
        func object(_ names: [String], _ values: [String]) -> String {
            "{" + zip(names, values).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        }
        let fields = zip(objects, values(number)).map { entry, values in
            "\"\(entry.name)\":" + object(entry.members.map(\.name), values)
        }
        let variants = (0..<5).map { object(variant.map(\.name), variant(number, $0)) }
        return
            #"{"id":"i\#(number)","values":{\#(fields.joined(separator: ",")),"variants":[\#(variants.joined(separator: ","))]}}"#
    }

    static func plainLine(_ number: Int) -> String {
        let plainNames = plain.fields.fields.map(\.name)
        let lists = (0..<4).map { member in
            "[" + (0..<5).map { variant(number, $0)[member] }.joined(separator: ",") + "]"
        }
        let fields = zip(plainNames, values(number).flatMap { $0 } + lists).map { "\"\($0)\":\($1)" }
        return #"{"id":"i\#(number)","values":{\#(fields.joined(separator: ","))}}"#
    }

    // MARK: - Searches

    /// A range of half of all years, in the order of the years.
    static func range(of year: String) -> (Int) -> (filter: Filter, sort: SortKey) {
        { round in
            (
                .and([
                    .leaf(.init(.greaterOrEqual, year, value: .integer(Int64(1600 + round)), type: .number)),
                    .leaf(.init(.less, year, value: .integer(Int64(1850 + round)), type: .number)),
                ]), SortKey(.value(year), .descending)
            )
        }
    }

    /// The smallest stock of size `m` that one variant has: one item in about a hundred.
    static func leastStock(_ round: Int) -> Int { 96 - round % 2 }

    static let oneVariantSQL = """
        SELECT p.id FROM p WHERE p.rowid IN (SELECT v.product FROM v WHERE v.size = 'm' AND v.stock >= 96 - ?1 % 2)
        ORDER BY p.start DESC, p.id LIMIT 20
        """

    /// Items of which one variant has a size and enough stock.
    static func oneVariant(_ round: Int) -> (filter: Filter, sort: SortKey) {
        let step = RelationStep(elementsOf: "variants")
        return (
            .any(
                step,
                .and([
                    .leaf(.init(.equal, "size", value: .string("m"), type: .string)),
                    .leaf(
                        .init(
                            .greaterOrEqual, "stock", value: .integer(Int64(leastStock(round))), type: .number
                        )),
                ])), SortKey(.value("dates.start"), .descending)
        )
    }
}
#endif
