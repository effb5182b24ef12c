/// An error whose text may be stored in a journal, because it contains no secrets.
package protocol IndexReason: Error {
    /// The reason in readable form.
    var indexReason: String { get }
}
