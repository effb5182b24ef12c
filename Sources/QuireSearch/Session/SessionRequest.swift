/// One request of a session to its source.
struct SessionRequest: Sendable {
    var number: Int
    /// The number of its search.
    var search: Int
    var page: Int
    var draft: Shared<DraftContent>
    var tag: (any Sendable)?
    var isTyped = false
    /// The origin of the first page, for further pages.
    var origin: SearchOrigin?

    var isSearch: Bool { number == search }
}
