/// The details of a book, shown over the results.
struct ShownBook: Equatable, Sendable {
    struct Section: Equatable, Sendable {
        var heading: String
        var details: [Detail]
    }

    enum Content: Equatable, Sendable {
        case loading
        case loaded([Section])
        case failed(String)
    }

    var id: String
    var title: String
    var content = Content.loading
    /// The number of lines scrolled off the top.
    var scrolled = 0
}
