#if SQLite
/// Which part of a search a statement's value comes from, so that the statement can be filled with the values of
/// another search.
enum ValueSource: Equatable, Sendable {
    /// The value is part of the statement.
    case fixed
    /// One of the values of a leaf of the filters, which are counted from the left. The ids follow as another leaf.
    case leaf(Int, part: Int)
    /// The value of a sort key in the row before the page.
    case key(Int)
    /// The number of the row before the page.
    case item
    case limit, offset
}
#endif
