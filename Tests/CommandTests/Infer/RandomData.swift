import Foundation
import Seeds

/// Random data sets of random shapes, as Foundation writes them.
struct RandomData {
    var random: SeededGenerator

    private static let names = [
        "title", "name", "class", "self", "a b", "created_at", "createdAt", "tags", "values", "1st", "é",
        "status",
        "author_id", "is_new", "type", "Type", "URL", "x-y", "x_y", "description", "metadata", "revision",
    ]
    private static let words = [
        "red", "Blue", "grün", "a,b", "x;y", "say \"hi\"", "line\nbreak", "", " ", "0", "007", "日本",
    ]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func text() -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(Self.words) }.joined(separator: " ")
    }

    /// A generator of values of one kind, so that a column has a shape.
    private mutating func value(_ kind: Int, _ depth: Int, _ seed: UInt64) -> Any {
        switch kind {
        case 0: return Int.random(in: -5...5, using: &random)
        case 1: return Int64.random(in: .min ... .max, using: &random)
        case 2: return Double(Int.random(in: -1000...1000, using: &random)) / 8
        case 3: return Bool.random(using: &random)
        case 4: return text()
        case 5: return pick(["open", "closed", "new"])
        case 6:
            return "20\(Int.random(in: 10...24, using: &random))-0\(Int.random(in: 1...9, using: &random))-15"
        case 7: return "https://example.com/\(Int.random(in: 0...9, using: &random)).png"
        case 8: return (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(["a", "b", "c"]) }
        case 9:
            return (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Int.random(in: 0...9, using: &random)
            }
        case 10 where depth < 3:
            var inner = RandomData(random: SeededGenerator(seed: seed))
            var shape = inner.shape(depth + 1)
            shape.count = min(shape.count, 4)
            return object(shape, depth + 1)
        case 11 where depth < 3:
            return (0..<Int.random(in: 0...2, using: &random)).map { _ in value(10, depth + 1, seed) }
        // Objects among lists, so that the type is JSON and nothing is converted.
        case 12: return pick([["k": 1], [4]] as [Any])
        default: return NSNull()
        }
    }

    /// The name, the kind and the share of items without a value of each field.
    typealias Column = (name: String, kind: Int, rarity: Int, seed: UInt64)
    struct Shape {
        var columns: [Column]
        var count: Int
    }

    mutating func shape(_ depth: Int = 0) -> Shape {
        var names = Self.names.shuffled(using: &random)
        let columns = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            (
                names.removeLast(), Int.random(in: 0...13, using: &random), pick([0, 0, 2, 5]),
                random.next()
            )
        }
        return Shape(columns: columns, count: columns.count)
    }

    mutating func object(_ shape: Shape, _ depth: Int = 0) -> [String: Any] {
        var object: [String: Any] = [:]
        for column in shape.columns.prefix(shape.count) {
            if column.rarity > 0, Int.random(in: 0..<column.rarity, using: &random) == 0 { continue }
            object[column.name] = value(column.kind, depth, column.seed)
        }
        return object
    }

    /// Items of one shape. Each has a distinct `n`, and an id if `hasIDs`.
    mutating func items(hasIDs: Bool) -> [[String: Any]] {
        let shape = shape()
        return (0..<pick([1, 3, 30, 60])).map { number in
            var item = object(shape)
            item["n"] = number
            if hasIDs { item["id"] = "item \(number)" }
            return item
        }
    }
}
