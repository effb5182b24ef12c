import QuireCore
import QuireToolbox

extension Page: CustomStringConvertible {
    /// The position of the page, then its first twenty items, one per line.
    ///
    /// ```swift
    /// print(page)
    /// // page 1 of 41, 20 of 812 items
    /// //   books 57ea6aa4 {"title":"Emma","age":12}
    /// //   …
    /// ```
    public var description: String {
        let total = pageInfo.totalItems.map { " of \($0)" } ?? ""
        let rejected = rejected.isEmpty ? "" : ", \(rejected.count) rejected"
        let head =
            "\(pageInfo), \(items.count)\(total) \(items.count == 1 && total.isEmpty ? "item" : "items")\(rejected)"
        var lines = [head] + items.prefix(20).map { "  " + PlainText.oneLine("\($0)").shortened(to: 1_000) }
        if items.count > 20 { lines.append("  and \(items.count - 20) more") }
        return lines.joined(separator: "\n")
    }
}

extension PageInfo: CustomStringConvertible {
    /// `page 2 of 41`. Without a total, `page 2`, or `page 2, the last` if it is known to be the last one.
    public var description: String {
        if let totalPages { return "page \(page) of \(totalPages)" }
        return isLast ? "page \(page), the last" : "page \(page)"
    }
}
