import Foundation
import QuireCore
import QuireTerminal

/// The searches of a file of `QueryRecorder` that found little, the most frequent first.
struct RecordedSearches: Sendable {
    struct Search: Sendable, Hashable {
        var module: String
        var text: String
        /// How often it was typed.
        var times = 1
        /// How many items it found, at least and at most.
        var itemCounts: ClosedRange<Int>
    }

    private(set) var searches: [Search] = []

    /// - Parameters:
    ///   - file: The file with a recorded query or search in each line.
    ///   - module: The module whose searches count; `nil` for all.
    init(file: String, module: String?) throws(UsageError) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw UsageError("--recorded: cannot read \"\(file)\"")
        }
        var places: [[String]: Int] = [:]
        func add(_ search: Search) {
            guard let place = places[[search.module, search.text]] else {
                places[[search.module, search.text]] = searches.count
                return searches.append(search)
            }
            searches[place].times += 1
            let (one, other) = (searches[place].itemCounts, search.itemCounts)
            searches[place].itemCounts =
                min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
        }
        var last: Search?
        for (index, line) in data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            guard let value = try? JSONValue(parsing: Data(line)), case .string(let name)? = value["module"]
            else {
                throw UsageError(
                    "--recorded: \"\(file)\", line \(index + 1): not a recorded query. Give a file of QueryRecorder."
                )
            }
            // The other lines are queries without their texts, for 'quire diff'.
            guard module == nil || name == module, case .string(let text)? = value["text"],
                case .integer(let count)? = value["found"]
            else { continue }
            let search = Search(module: name, text: text.lowercased(), itemCounts: Int(count)...Int(count))
            if let last, !search.continues(last) { add(last) }
            last = search
        }
        if let last { add(last) }
        searches.sort {
            ($1.times, $0.itemCounts.lowerBound, $0.text) < ($0.times, $1.itemCounts.lowerBound, $1.text)
        }
    }

    func print(to output: Output) throws {
        guard !searches.isEmpty else {
            return try output.line(
                "No search is recorded. Record those that find little: QueryRecorder(file: …, searchesFinding: 0...2)"
            )
        }
        var table = Table([.right("times"), .right("found"), .left("module"), .left("text")])
        for search in searches {
            let (least, most) = (search.itemCounts.lowerBound, search.itemCounts.upperBound)
            table.add([
                Text.count(search.times), least == most ? "\(least)" : "\(least)–\(most)", search.module,
                search.text,
            ])
        }
        try output.table(table)
    }

    var json: JSONValue {
        .array(
            searches.map { search in
                .object([
                    .init("query", .string(search.text)), .init("module", .string(search.module)),
                    .init("times", .integer(Int64(search.times))),
                    .init("found", .integer(Int64(search.itemCounts.upperBound))),
                ])
            })
    }
}

extension RecordedSearches.Search {
    /// Whether a person typed on, so that the earlier search is not counted.
    fileprivate func continues(_ earlier: Self) -> Bool {
        module == earlier.module && text != earlier.text && text.hasPrefix(earlier.text)
    }
}
