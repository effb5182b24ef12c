import QuireCore
import QuireText

/// Reads a search's sort: `createdAt asc,values.rating desc`.
enum SortReading {
    /// The metadata that HALO can sort and filter by.
    static let metadata: Set<String> = [
        "name", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt", "createdBy",
        "updatedBy", "deletedBy",
    ]

    static func keys(_ text: String) throws(APIError) -> [SortKey] {
        var keys: [SortKey] = []
        // Only the first occurrence of a property affects the order.
        var seen: Set<ExactText> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var name = part.trimmingSpaces
            guard !name.isEmpty else {
                throw APIError(400, "sort: an order is empty; expected \"createdAt asc,values.rating desc\"")
            }
            var order = SortOrder.ascending
            if let space = name.lastIndex(of: " ") {
                switch name[name.index(after: space)...].lowercased() {
                case "asc": name = name[..<space].trimmingSpaces
                case "desc":
                    order = .descending
                    name = name[..<space].trimmingSpaces
                default: break
                }
            }
            if name.hasPrefix("values.") {
                guard seen.insert(ExactText(name)).inserted else { continue }
                keys.append(SortKey(.value(String(name.dropFirst("values.".count))), order))
            } else if metadata.contains(name) {
                guard seen.insert(ExactText(name)).inserted else { continue }
                keys.append(SortKey(.metadata(name), order))
            } else {
                throw APIError(
                    400,
                    "sort: \"\(name.shortened)\" is not a metadata field; expected one of \(metadata.sorted().joined(separator: ", ")), "
                        + "and a field is written \"values.\(name.shortened)\"")
            }
        }
        return keys
    }
}
