import BookshopContent
import Quire
import QuireTerminal

/// The number of books in each language and on each shelf, in the whole result.
enum CountTables {
    static let option = OptionDescription(
        "counts", help: "Count the books of all pages by language and genre.")

    static func asking(_ query: Query<Books>) -> Query<Books> { query.facet(\.language).facet(\.genre) }

    static func tables(of page: Page<Book>) -> [Table] {
        [
            table(
                "Language", page.facet(\.language).counts.map { (LanguageNames.name(of: $0.value), $0.count) }
            ),
            table("Genre", page.facet(\.genre).counts.map { ($0.value.rawValue, $0.count) }),
        ]
        .filter { !$0.rows.isEmpty }
    }

    /// Several codes of one language are combined.
    private static func table(_ title: String, _ counts: [(name: String, count: Int)]) -> Table {
        var names: [String] = []
        var sums: [String: Int] = [:]
        for (name, count) in counts {
            if sums[name] == nil { names.append(name) }
            sums[name, default: 0] += count
        }
        var table = Table([.left(title), .right("Books")])
        for name in names.sorted(by: { (sums[$0] ?? 0, $1) > (sums[$1] ?? 0, $0) }) {
            table.add([name, Text.count(sums[name] ?? 0)])
        }
        return table
    }
}
