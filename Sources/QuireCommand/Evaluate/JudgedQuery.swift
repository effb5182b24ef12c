import Foundation
import QuireCore
import QuireToolbox

/// A query with the items that it should find.
struct JudgedQuery: Sendable, Hashable {
    struct Expected: Sendable, Hashable {
        var id: String
        /// The relevance: 3 should come first, 2 is a good second.
        var grade: Int
        var title: String?
    }

    var query: String
    var kind: String?
    var expected: [Expected]

    /// The items with the highest grade, which should come first.
    var best: Set<String> {
        let greatest = expected.map(\.grade).max() ?? 0
        return Set(expected.lazy.filter { $0.grade == greatest }.map(\.id))
    }

    static func read(_ file: String) throws(UsageError) -> [JudgedQuery] {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
            throw UsageError("--queries: cannot read the file: \(error.localizedDescription)")
        }
        return try JudgedQueryReader.read(data)
    }
}

/// Reads judged queries: `[{"query": "moby dick", "kind": "title", "expected": [{"id": "b1", "grade": 3}]}]`.
///
/// A mistake in the file would make an engine look worse than it is, so each one is an error that names its place.
struct JudgedQueryReader {
    /// The greatest grade. The gain of an item is 2 to the power of its grade, minus 1.
    static let greatestGrade: Int64 = 30

    static func read(_ data: Data) throws(UsageError) -> [JudgedQuery] {
        // Some editors begin a file with a byte order mark.
        let json = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        let value: JSONValue
        do { value = try JSONValue(parsing: Data(json)) } catch {
            let before = json.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            throw UsageError(
                "--queries: the file is not JSON: expected \(error.expected) at line \(line), column \(column). "
                    + "Correct it there.")
        }
        guard case .array(let elements) = value else {
            throw mistake("the file", expected: "expected a list of queries", value: value)
        }
        guard !elements.isEmpty else {
            throw UsageError("--queries: the file is an empty list. List at least one query.")
        }
        var queries: [JudgedQuery] = []
        for (index, element) in elements.enumerated() {
            queries.append(try query(element, "query \(index + 1)"))
        }
        return queries
    }

    private static func query(_ value: JSONValue, _ place: String) throws(UsageError) -> JudgedQuery {
        guard case .object = value else { throw mistake(place, expected: "expected an object", value: value) }
        let query = try text(value, of: "query", at: place)
        guard case .array(let elements)? = value["expected"] else {
            throw mistake(
                "\(place), expected", expected: "expected a list of items", value: value["expected"])
        }
        var expected: [JudgedQuery.Expected] = []
        var ids: Set<Data> = []
        for (index, element) in elements.enumerated() {
            let place = "\(place), expected item \(index + 1)"
            let item = try self.expected(element, place)
            guard ids.insert(Data(item.id.utf8)).inserted else {
                throw UsageError(
                    "--queries: \(place): the id \"\(item.id.shortened)\" was listed before. List it once.")
            }
            expected.append(item)
        }
        guard expected.contains(where: { $0.grade > 0 }) else {
            throw UsageError(
                "--queries: \(place): no expected item has a grade above 0. List an item that the query should find."
            )
        }
        return JudgedQuery(query: query, kind: try optionalText(value, "kind", at: place), expected: expected)
    }

    private static func expected(_ value: JSONValue, _ place: String) throws(UsageError)
        -> JudgedQuery.Expected
    {
        guard case .object = value else { throw mistake(place, expected: "expected an object", value: value) }
        let id = try text(value, of: "id", at: place)
        guard case .integer(let grade)? = value["grade"], (0...greatestGrade).contains(grade) else {
            throw mistake(
                "\(place), grade", expected: "expected a whole number from 0 to \(greatestGrade)",
                value: value["grade"])
        }
        return JudgedQuery.Expected(
            id: id, grade: Int(grade), title: try optionalText(value, "title", at: place))
    }

    private static func text(_ value: JSONValue, of key: String, at place: String) throws(UsageError)
        -> String
    {
        guard case .string(let text)? = value[key] else {
            throw mistake("\(place), \(key)", expected: "expected a text", value: value[key])
        }
        return text
    }

    private static func optionalText(
        _ value: JSONValue, _ key: String, at place: String
    ) throws(UsageError) -> String? {
        switch value[key] {
        case nil, .null?: nil
        default: try text(value, of: key, at: place)
        }
    }

    private static func mistake(_ place: String, expected: String, value: JSONValue?) -> UsageError {
        UsageError(
            "--queries: \(place): \(expected), found \(value?.description.shortened ?? "nothing"). Correct it."
        )
    }
}
