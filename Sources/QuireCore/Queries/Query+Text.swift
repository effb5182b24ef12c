import QuireText

extension Query {
    /// Searches the searchable fields for the words of a text, the last one as a prefix.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("jerome salnger"))
    /// for book in page { print(page.highlight(book.title).marked("«", "»")) }
    /// page.text?.corrections      // ["salnger": ["salinger"]]
    ///
    /// Books.query().search("moby dick", mode: .allWords)
    /// ```
    /// Finds plurals and other forms of the words as well, and where nothing has all of them, words that differ by a letter or
    /// two, and words written together or in two. Words of fewer than four letters are not corrected. After the items with all
    /// words come those that share some. An engine that cannot tolerate typos searches for all words as typed.
    ///
    /// The best match comes first. With a sort key, only items with all words are found. Any text is safe: quotes and
    /// symbols have no special meaning. A later search replaces an earlier one. An engine without full-text search throws.
    /// - Parameters:
    ///   - text: The user's input. Nothing in it has a special meaning. A search session puts what is typed in its place.
    ///   - fields: The fields to search, of those that the schema marks as searchable: `in: \.title, \.subtitle`. Without
    ///     any, all of them.
    ///   - matching: Which of the words are prefixes.
    ///   - mode: Whether one word is enough, all are required, or all as typed. `nil` is one word, and all words in a list
    ///     with sort keys.
    ///   - synonyms: Added to those of the schema. The embedded store and `InMemoryEngine` support them; search clusters have
    ///     synonyms of their own.
    ///   - emptyFindsAll: Whether a text without words finds all items instead of none, for a list that a person narrows.
    public func search<each P: FieldReference>(
        _ text: String = "", in fields: repeat KeyPath<Module.Fields, each P>,
        matching: WordMatching = .lastWordAsPrefix, mode: MatchMode? = nil, synonyms: [Synonym] = [],
        emptyFindsAll: Bool = false
    ) -> Self where repeat (each P).Operators.Search: OperatorPermission {
        search(
            .all(text, matching: matching), in: repeat each fields, mode: mode, synonyms: synonyms,
            emptyFindsAll: emptyFindsAll)
    }

    /// Searches for items that match a combination of words and phrases.
    ///
    /// ```swift
    /// Books.query().search(.all("war peace").and(.none("abridged")))
    /// ```
    /// - Parameters: As of a search for a text.
    @_disfavoredOverload
    public func search<each P: FieldReference>(
        _ query: TextQuery, in fields: repeat KeyPath<Module.Fields, each P>, mode: MatchMode? = nil,
        synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) -> Self where repeat (each P).Operators.Search: OperatorPermission {
        var search = TextSearch(query, mode: mode, synonyms: synonyms, emptyFindsAll: emptyFindsAll)
        var names: [String] = []
        repeat names.append((each fields).fieldName)
        if !names.isEmpty { search.fields = names }
        return searching(search)
    }

    @available(
        *, unavailable, message: "the schema does not mark every one of these fields as searchable"
    )
    public func search<P: FieldReference, each Q: FieldReference>(
        _ text: String = "", in field: KeyPath<Module.Fields, P>,
        _ more: repeat KeyPath<Module.Fields, each Q>
    ) -> Self { self }

    package func searching(_ search: TextSearch) -> Self { changed { $0.text = search } }
}
