import QuireText

/// The indexed text of a module's items, which decides the level of a search.
package protocol TextSource {
    associatedtype Failure: Error

    /// Whether a text finds any item.
    func findsAny(_ text: AnalyzedText) throws(Failure) -> Bool
    /// The number of items that a text finds.
    func count(_ text: AnalyzedText) throws(Failure) -> Int
    /// The number of all items.
    func itemCount() throws(Failure) -> Int
    /// All words of the searched fields. Requested only if the words of a query find nothing.
    func sortedWords() throws(Failure) -> SortedWords
    /// The words of the searched fields that begin with a text, in the order of their bytes.
    func words(beginningWith text: String) throws(Failure) -> [String]
}
