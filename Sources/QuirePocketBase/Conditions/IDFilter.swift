/// A filter for records with one of some ids, which is short enough for a request.
struct IDFilter {
    private(set) var text: String
    private(set) var ids: Set<String>

    /// PocketBase's limits are 3,500 bytes and 200 comparisons, which other conditions may share.
    private static let maximumBytes = 3_300
    private static let maximumIDs = 150

    /// As many filters as the ids need.
    static func filters(of ids: some Sequence<String>) -> [IDFilter] {
        var filters: [IDFilter] = []
        for id in ids {
            let test = "id=\(Literal.text(id).text)"
            if let last = filters.last, last.ids.count < maximumIDs,
                last.text.utf8.count + test.utf8.count + 2 <= maximumBytes
            {
                filters[filters.count - 1].text += "||\(test)"
                filters[filters.count - 1].ids.insert(id)
            } else {
                filters.append(IDFilter(text: test, ids: [id]))
            }
        }
        return filters
    }
}
