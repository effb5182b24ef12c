import QuireCore

/// Ids that were asked for and not found so far: a server that caps or shortens a page is asked again for the rest.
struct UnansweredIDs {
    private(set) var ids: [String]

    init(_ ids: [String]) { self.ids = ids }

    /// Takes out the ids that a response answers.
    ///
    /// - Parameter found: The ids of its items and of those that do not fit, as bytes: "é" in its two spellings is two ids.
    /// - Returns: Whether to ask for the others. Once the server says that this is all, they do not exist.
    /// - Throws: `PagingError` where the server says that there are more and sends none.
    mutating func take<Item>(
        _ response: SearchResponse<Item>, to request: SearchRequest, found: Set<[UInt8]>
    ) throws(PagingError) -> Bool {
        let position = try request.position(of: response)
        let before = ids.count
        ids.removeAll { found.contains(Array($0.utf8)) }
        if ids.isEmpty { return false }
        let total = position.pageInfo.totalItems ?? 0
        let saysMore = position.next != nil || total > position.received
        if ids.count < before { return saysMore || position.isUnpaged }
        if saysMore, !position.isUnpaged {
            throw request.contradiction(
                .emptyPage, "none of the \(before) items asked for, but \(max(total, 1)) in all")
        }
        return false
    }
}
