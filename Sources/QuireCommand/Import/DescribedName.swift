/// The name of what a file describes.
enum DescribedName {
    /// `book` for `api/book.schema.json`.
    static func of(_ path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".json", ".schema"] where name.hasSuffix(ending) && name.utf8.count > ending.utf8.count
        {
            name = String(name.dropLast(ending.utf8.count))
        }
        return name
    }
}
