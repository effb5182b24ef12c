extension Query {
    /// Items in whose searchable fields all words of the text stand, the last one as a prefix.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("jerome sal"))
    /// for book in page { print(page.highlight(book.title).marked("«", "»")) }
    /// ```
    /// The best match comes first, unless the query has a sort key. Any text is safe: quotes and symbols have no
    /// meaning. A text without a word finds nothing. An engine without full text refuses it.
    /// - Parameter matching: Which of the words are prefixes.
    public func search(_ text: String, matching: WordMatching = .lastWordAsPrefix) -> Self {
        search(.all(text, matching: matching))
    }

    /// Items that a combination of words and phrases finds.
    ///
    /// ```swift
    /// Books.query().search(.all("war peace") && .none("abridged"))
    /// ```
    @_disfavoredOverload
    public func search(_ query: TextQuery) -> Self {
        changed { request in
            var search = request.text ?? TextSearch(query)
            search.query = query
            request.text = search
        }
    }

    /// Takes a word of the search that stands nowhere for those that differ from it by one letter: added, left out,
    /// changed, or swapped with its neighbour. Words of fewer than four letters stay as they are.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("salnger").toleratingTypos())
    /// page.text?.corrections      // ["salnger": ["salinger"]]
    /// ```
    public func toleratingTypos() -> Self { changed { $0.text?.toleratesTypos = true } }

    /// Finds everything where the search has no word, instead of nothing: for a list that a person may narrow.
    public func findingAllWhenEmpty() -> Self { changed { $0.text?.findsAllWhenEmpty = true } }
}
