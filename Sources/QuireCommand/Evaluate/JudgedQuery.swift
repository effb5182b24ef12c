import Foundation

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
