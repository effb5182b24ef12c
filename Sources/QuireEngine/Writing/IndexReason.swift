/// An error whose text may be kept in a journal: it holds no secrets.
package protocol IndexReason: Error {
    /// Why, for people to read.
    var indexReason: String { get }
}
