/// One request of a session to its source.
struct SessionRequest: Sendable {
    var number: Int
    /// The number of the search that it belongs to.
    var search: Int
    var page: Int
    var draft: Shared<DraftContent>
    var tag: (any Sendable)?
    var isTyped = false
    /// Of the first page, where it is not the first.
    var origin: SearchOrigin?

    var isSearch: Bool { number == search }
}
