import Foundation
import Quire
import SampleModules
import Testing

/// Negation is the exact complement, compared with the plain evaluator over items with and without values.
@Suite struct FilterNegationTests {
    static let items: [JSONValue] = {
        let titles: [JSONValue?] = [
            nil, .null, .string(""), .string("Harry"), .string("harry"), .string("Éclair"),
        ]
        let numbers: [JSONValue?] = [nil, .null, .integer(-1), .integer(0), .integer(3), .integer(4)]
        let lists: [JSONValue?] = [
            nil, .null, .array([]), .array([.integer(3)]), .array([.integer(1), .integer(5)]),
            .array([.integer(4), .integer(4)]),
        ]
        var items: [JSONValue] = []
        for (index, title) in titles.enumerated() {
            for (other, number) in numbers.enumerated() {
                var members: [JSONValue.Member] = []
                if let title { members.append(.init("title", title)) }
                if let number { members.append(.init("rank", number)) }
                if let list = lists[(index + other) % lists.count] { members.append(.init("scores", list)) }
                items.append(.object(members))
            }
        }
        return items
    }()

    static let leaves: [Filter.Leaf] = {
        let orderings: [FilterOperation] = [.greater, .greaterOrEqual, .less, .lessOrEqual]
        let operations = orderings + orderings.map(\.complement) + [.equal, .notEqual]
        let lists: [FilterOperation] = [.in, .notIn]
        var leaves: [Filter.Leaf] = []
        for operation in operations {
            for property in ["rank", "scores"] {
                leaves.append(.init(operation, property, value: .integer(3), type: .number))
                leaves.append(.init(operation, property, value: .number(2.5), type: .number))
            }
            leaves.append(.init(operation, "title", value: .string("harry"), type: .string))
        }
        for operation in lists {
            leaves.append(.init(operation, "rank", value: .list([.integer(3), .integer(0)]), type: .number))
            leaves.append(.init(operation, "scores", value: .list([.integer(3)]), type: .number))
            leaves.append(.init(operation, "title", value: .list([]), type: .string))
        }
        for operation in [FilterOperation.equal, .notEqual] {
            for property in ["rank", "scores", "title"] {
                leaves.append(.init(operation, property, value: .null, type: .null))
            }
        }
        let texts: [FilterOperation] = [.like, .contains, .hasPrefix, .hasSuffix]
        for operation in texts + texts.map(\.complement) {
            leaves.append(.init(operation, "title", value: .string("Har"), type: .string))
        }
        for operation in [FilterOperation.between, .notBetween] {
            for property in ["rank", "scores"] {
                leaves.append(
                    .init(operation, property, value: .list([.integer(2), .integer(4)]), type: .number))
            }
        }
        return leaves
    }()

    @Test("The negation of a leaf is true exactly if the leaf is false", arguments: leaves)
    func leaf(_ leaf: Filter.Leaf) throws {
        try expectComplement(.leaf(leaf))
    }

    @Test("The negation of a random tree is true exactly if the tree is false")
    func trees() throws {
        var random = Counter(state: 20_240_607)
        for _ in 0..<400 { try expectComplement(Self.tree(depth: 3, &random)) }
    }

    @Test("An ordering that is negated twice is the original ordering, not a larger tree")
    func twice() {
        let ordering = Filter.leaf(.init(.greater, "rank", value: .integer(3), type: .number))
        #expect(ordering.negated(in: Books.Fields.table).negated(in: Books.Fields.table) == ordering)
        // For a list that would be wrong: one element may be greater and another one not.
        let list = Filter.or([
            .leaf(.init(.lessOrEqual, "scores", value: .integer(3), type: .number)),
            .leaf(.init(.equal, "scores", value: .null, type: .null)),
        ])
        #expect(
            list.negated(in: Books.Fields.table)
                == .and([
                    .leaf(.init(.notLessOrEqual, "scores", value: .integer(3), type: .number)),
                    .leaf(.init(.notEqual, "scores", value: .null, type: .null)),
                ]))
    }

    @Test("Without field descriptions, an ordering becomes its complement operation")
    func withoutTable() {
        let ordering = Filter.leaf(.init(.greater, "rank", value: .integer(3), type: .number))
        #expect(ordering.negated() == .leaf(.init(.notGreater, "rank", value: .integer(3), type: .number)))
    }

    @Test("The complement of an operation's complement is the operation", arguments: FilterOperation.allCases)
    func complements(_ operation: FilterOperation) {
        #expect(operation.complement != operation)
        #expect(operation.complement.complement == operation)
    }

    private func expectComplement(_ filter: Filter) throws {
        let table = Books.Fields.table
        let plain = try FilterPredicate(filter, over: table, module: "books")
        for negated in [filter.negated(in: table), filter.negated()] {
            let opposite = try FilterPredicate(negated, over: table, module: "books")
            for item in Self.items where plain.matches(item) == opposite.matches(item) {
                Issue.record("\(filter) and \(negated) agree on \(item)")
                return
            }
        }
    }

    private static func tree(depth: Int, _ random: inout Counter) -> Filter {
        if depth == 0 || random.next() % 4 == 0 {
            return .leaf(leaves[Int(random.next() % UInt64(leaves.count))])
        }
        let operands = (0..<random.next() % 4).map { _ in tree(depth: depth - 1, &random) }
        return random.next() % 2 == 0 ? .and(operands) : .or(operands)
    }

    /// SplitMix64: the same numbers on every run.
    private struct Counter {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
