import Foundation
import Quire
import QuireCore
import Seeds

@testable import QuireConformance

/// A module with objects in objects and in lists, and documents of it as another program writes them.
enum ExistingWorks {
    static let module = ModuleDescriptor(
        name: "works",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 2),
            FieldDescriptor(name: "size", kind: .object(size)),
            FieldDescriptor(name: "people", kind: .list(.object(people))),
        ])

    private static let size = FieldTable([
        member("width", .integer, isSortable: true, facet: .conjunctive),
        member("depth", .number, isSortable: true, facet: .conjunctive),
        member("unit", .text, isSortable: true, facet: .disjunctive),
        member("framed", .boolean, isSortable: true, facet: .conjunctive),
        member("seen", .dateTime(.rfc3339), isSortable: true, facet: .conjunctive),
        member("sold", .dateTime(.epochSeconds), isSortable: true),
        member("tags", .list(.text), facet: .disjunctive),
        member("note", .longText, searchWeight: 1),
        FieldDescriptor(name: "hidden", kind: .text),
        FieldDescriptor(name: "box", kind: .object(box)),
    ])

    private static let box = FieldTable([member("height", .integer, isSortable: true)])

    private static let people = FieldTable([
        member("name", .text, facet: .disjunctive),
        member("role", .choice, facet: .disjunctive),
        member("born", .integer, facet: .conjunctive),
        member("share", .number),
        member("alive", .boolean, facet: .conjunctive),
        member("since", .dateTime(.epochSeconds)),
        member("marks", .list(.integer), facet: .conjunctive),
        member("about", .longText, searchWeight: 1),
        FieldDescriptor(name: "home", kind: .object(home)),
        FieldDescriptor(name: "jobs", kind: .list(.object(jobs))),
    ])

    private static let home = FieldTable([member("town", .text, facet: .conjunctive)])
    private static let jobs = FieldTable([
        member("task", .text), member("year", .integer, facet: .conjunctive),
    ])

    private static func member(
        _ name: String, _ kind: FieldKind, isSortable: Bool = false, facet: FieldDescriptor.FacetKind? = nil,
        searchWeight: Double? = nil
    ) -> FieldDescriptor {
        var field = FieldDescriptor(
            name: name, kind: kind, isSortable: isSortable, facet: facet, searchWeight: searchWeight)
        field.isQueryable = true
        return field
    }

    /// The members that queries see, by their paths.
    static let members = module.fields.queryable.filter(\.isMember)

    // MARK: - Documents

    static let count = 80

    /// The sources of the documents, without their ids.
    ///
    /// - Parameter hasNullsInLists: Whether a member of a listed object may be null, which Typesense does not take.
    static func sources(hasNullsInLists: Bool) -> [JSONValue] {
        (0..<count).map { row in
            var random = SeededGenerator(seed: UInt64(row) &* 7919 &+ 17)
            return .object(
                [
                    .init("title", .string("work \(row % 7)")),
                    .init("size", object(size, &random, hasNulls: true)),
                    .init("people", objects(people, &random, hasNulls: hasNullsInLists)),
                ].filter { $0.value != absent })
        }
    }

    /// The items of documents, for the engine in memory.
    static func items(_ sources: [JSONValue]) -> [JSONValue] {
        sources.enumerated().map { row, source in
            .object([.init("id", .string(id(row))), .init("values", source)])
        }
    }

    static func id(_ row: Int) -> String { "w\(1_000 + (row * 37 + 11) % 151)" }

    /// Stands for a missing key.
    private static let absent = JSONValue.string("absent")

    private static func object(
        _ table: FieldTable, _ random: inout SeededGenerator, hasNulls: Bool
    ) -> JSONValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return absent
        case 1 where hasNulls: return .null
        case 2: return .object([])
        default: return members(of: table, &random, hasNulls: hasNulls)
        }
    }

    private static func members(
        of table: FieldTable, _ random: inout SeededGenerator, hasNulls: Bool
    ) -> JSONValue {
        .object(
            table.fields.map { field in
                .init(field.name, value(of: field.kind, &random, hasNulls: hasNulls))
            }.filter { $0.value != absent })
    }

    private static func objects(
        _ table: FieldTable, _ random: inout SeededGenerator, hasNulls: Bool
    ) -> JSONValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return absent
        case 1 where hasNulls: return .null
        case 2: return .array([])
        case 3: return .array([.object([])])
        case 4: return .array([.null, members(of: table, &random, hasNulls: hasNulls)])
        default:
            return .array(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    members(of: table, &random, hasNulls: hasNulls)
                })
        }
    }

    private static func value(
        of kind: FieldKind, _ random: inout SeededGenerator, hasNulls: Bool
    ) -> JSONValue {
        switch kind {
        case .object(let table): return object(table, &random, hasNulls: hasNulls)
        case .list(.object(let table)): return objects(table, &random, hasNulls: hasNulls)
        default: break
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return absent
        case 1 where hasNulls: return .null
        default: break
        }
        switch kind {
        case .integer: return .integer(integers.randomElement(using: &random) ?? 0)
        case .number: return .number(numbers.randomElement(using: &random) ?? 0)
        case .boolean: return .boolean(Bool.random(using: &random))
        case .dateTime(.epochSeconds): return .integer(seconds.randomElement(using: &random) ?? 0)
        case .dateTime: return .string(dates.randomElement(using: &random) ?? "")
        case .list(.integer):
            let lists: [[Int64]] = [[], [1, 2], [2, 2, 5], [18]]
            return .array((lists.randomElement(using: &random) ?? []).map(JSONValue.integer))
        case .list:
            let lists = [[], ["red", "Red"], ["red", "red"], ["a"]]
            return .array((lists.randomElement(using: &random) ?? []).map(JSONValue.string))
        case .longText: return .string(sentences.randomElement(using: &random) ?? "")
        default: return .string(texts.randomElement(using: &random) ?? "")
        }
    }

    static let integers: [Int64] = [0, -1, 1, 5, 18, 1900, 2_147_483_647]
    private static let numbers = [0, 0.1, 0.3, 0.30000000000000004, -1.5, 1e30, 18]
    private static let seconds: [Int64] = [0, -1, 1, 1_419_769_800]
    private static let dates = [
        "1969-12-31T23:59:59.999Z", "2014-12-28T12:30:00Z", "2014-12-28T12:30:00.001Z",
        "1805-10-21T00:00:00Z",
    ]
    private static let texts = ["", "a", "A", "b", "caf\u{E9}", "cafe\u{301}", "red", "Red", "a*b", "日本"]
    private static let sentences = ["a painter of ships", "painted the sea", "ships", ""]

    // MARK: - Conditions

    /// Every operation that a member's type allows, by its path.
    static let leaves = leaves(of: members)

    static func leaves(of fields: [FieldDescriptor]) -> [Filter] {
        var leaves = LeafList()
        let (equality, orders) = (LeafList.equality, LeafList.orders)
        for field in fields {
            switch field.kind.innermost {
            case .integer, .number:
                let operands: [FilterValue] =
                    (integers + [2_147_483_648, .min, .max]).map(FilterValue.integer)
                    + [0.5, 0.3, 0.30000000000000004, -2.5].map(FilterValue.number)
                leaves.add(field.name, equality + orders, values: operands, type: .number)
                for bounds in [[0, 5], [5, 0], [-1, 18]] as [[Int64]] {
                    leaves.add(
                        field.name, [.between, .notBetween], value: .list(bounds.map(FilterValue.integer)),
                        type: .number)
                }
            case .boolean:
                leaves.add(field.name, equality, values: [.boolean(true), .boolean(false)], type: .string)
            case .dateTime:
                let moments: [Int64] = [0, -1, -1_000, 1_000, 1_419_769_800_000, 1_419_769_800_001]
                leaves.add(
                    field.name, equality + orders, values: moments.map { .date(milliseconds: $0) },
                    type: .date)
            case .object: break
            default:
                let parts: [FilterOperation] = [
                    .like, .notLike, .contains, .notContains, .hasPrefix, .notHasPrefix, .hasSuffix,
                    .notHasSuffix,
                ]
                leaves.add(
                    field.name, equality + orders + parts,
                    values: (texts + ["e", "*"]).map(FilterValue.string),
                    type: .string)
            }
        }
        return leaves.all
    }

    /// Random conditions on one object of a list, alone and joined with others, of what an index tests exactly.
    static func elementFilters(_ count: Int) -> [Filter] {
        ElementTrees.filters(
            count, over: module.fields,
            leaves: { field in
                if case .longText = field.kind.innermost { return [] }
                return leaves(of: [field]).filter { filter in
                    guard case .leaf(let leaf) = filter else { return true }
                    return ![.like, .notLike].contains(leaf.operation)
                }
            }, seed: Seed.current)
    }

    static func request(_ filter: Filter?, sort: [SortKey] = []) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.filter = filter
        request.sort = sort
        request.page = .page(1, size: 200)
        return request
    }
}
