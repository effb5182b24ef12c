import QuireCore

/// Requested ids without a response so far. If a server caps or shortens a page, the rest is requested again.
struct MissingIDs {
    private(set) var ids: [String]

    init(_ ids: [String]) { self.ids = ids }

    /// Removes the ids that a response covers.
    ///
    /// - Parameter returnedIDs: The ids of its items and of those that do not fit, as bytes, because composed and decomposed
    ///   "é" are different ids.
    /// - Returns: Whether to request the remaining ids. If the server reports that this is all, they do not exist.
    /// - Throws: `PagingError` if the server reports more items but sends none.
    mutating func take<Item>(
        _ response: SearchResponse<Item>, to request: SearchRequest, returnedIDs: Set<[UInt8]>
    ) throws(PagingError) -> Bool {
        let position = try request.position(of: response)
        let before = ids.count
        ids.removeAll { returnedIDs.contains(Array($0.utf8)) }
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
