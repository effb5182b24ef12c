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
    ///   - matching: Which of the words are prefixes.
    ///   - mode: Whether one word is enough, all are required, or all as typed. `nil` is one word, and all words in a list
    ///     with sort keys.
    ///   - synonyms: Added to those of the schema. The embedded store and `InMemoryEngine` support them; search clusters have
    ///     synonyms of their own.
    ///   - emptyFindsAll: Whether a text without words finds all items instead of none, for a list that a person narrows.
    public func search(
        _ text: String = "", matching: WordMatching = .lastWordAsPrefix, mode: MatchMode? = nil,
        synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) -> Self {
        searching(
            TextSearch(
                .all(text, matching: matching), mode: mode, synonyms: synonyms, emptyFindsAll: emptyFindsAll))
    }

    /// Searches some of the searchable fields.
    ///
    /// ```swift
    /// Books.query().search("jerome sal", in: \.title, \.subtitle)
    /// ```
    /// A field that the schema does not mark as searchable does not compile.
    public func search<P: FieldReference, each Q: FieldReference>(
        _ text: String = "", in field: KeyPath<Module.Fields, P>,
        _ more: repeat KeyPath<Module.Fields, each Q>, matching: WordMatching = .lastWordAsPrefix,
        mode: MatchMode? = nil, synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) -> Self
    where P.Operators.Search: OperatorPermission, repeat (each Q).Operators.Search: OperatorPermission {
        search(
            .all(text, matching: matching), in: field, repeat each more, mode: mode, synonyms: synonyms,
            emptyFindsAll: emptyFindsAll)
    }

    /// Searches for items that match a combination of words and phrases.
    ///
    /// ```swift
    /// Books.query().search(.all("war peace").and(.none("abridged")))
    /// ```
    /// - Parameters: As of a search for a text.
    @_disfavoredOverload
    public func search(
        _ query: TextQuery, mode: MatchMode? = nil, synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) -> Self {
        searching(TextSearch(query, mode: mode, synonyms: synonyms, emptyFindsAll: emptyFindsAll))
    }

    /// Searches some of the searchable fields for a combination of words and phrases.
    @_disfavoredOverload
    public func search<P: FieldReference, each Q: FieldReference>(
        _ query: TextQuery, in field: KeyPath<Module.Fields, P>,
        _ more: repeat KeyPath<Module.Fields, each Q>, mode: MatchMode? = nil, synonyms: [Synonym] = [],
        emptyFindsAll: Bool = false
    ) -> Self
    where P.Operators.Search: OperatorPermission, repeat (each Q).Operators.Search: OperatorPermission {
        var search = TextSearch(query, mode: mode, synonyms: synonyms, emptyFindsAll: emptyFindsAll)
        var names = [field.name]
        repeat names.append((each more).name)
        search.fields = names
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
