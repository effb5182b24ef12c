import QuireText

/// The text of all items of a module, in the searched fields: what the level of a search is decided on.
package protocol TextSource {
    associatedtype Failure: Error

    /// Whether the text of any item is found.
    func findsAny(_ text: AnalyzedText) throws(Failure) -> Bool
    /// How many items are found.
    func count(_ text: AnalyzedText) throws(Failure) -> Int
    /// How many items there are.
    func itemCount() throws(Failure) -> Int
    /// The words of the searched fields; asked only where the words of a query find nothing.
    func sortedWords() throws(Failure) -> SortedWords
}
