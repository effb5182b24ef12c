import QuireText

extension Query {
    /// Searches the searchable fields for the words of a text, the last one as a prefix.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("jerome salnger"))
    /// for book in page { print(page.highlight(book.title).marked("«", "»")) }
    /// page.text?.corrections      // ["salnger": ["salinger"]]
    /// ```
    /// Finds plurals and other forms of the words as well, and where nothing has all of them, words that differ by a letter or
    /// two, and words written together or in two. Words of fewer than four letters are not corrected. After the items with all
    /// words come those that share some; ``matching(_:)`` asks for less. An engine that cannot tolerate typos searches for all
    /// words as typed.
    ///
    /// The best match comes first. With a sort key, only items with all words are found. Any text is safe: quotes and
    /// symbols have no special meaning. A text without words matches nothing. An engine without full-text search throws.
    /// - Parameters:
    ///   - text: The user's input. Nothing in it has a special meaning.
    ///   - matching: Which of the words are prefixes.
    public func search(_ text: String, matching: WordMatching = .lastWordAsPrefix) -> Self {
        search(.all(text, matching: matching))
    }

    /// Searches for items that match a combination of words and phrases.
    ///
    /// ```swift
    /// Books.query().search(.all("war peace").and(.none("abridged")))
    /// ```
    @_disfavoredOverload
    public func search(_ query: TextQuery) -> Self {
        changed { request in
            var search = request.text ?? request.awaitedText ?? TextSearch(query)
            search.query = query
            request.text = search
            request.awaitedText = nil
        }
    }

    /// Limits the search to these searchable fields.
    ///
    /// ```swift
    /// Books.query().search("jerome sal").searching(\.title, \.subtitle)
    /// ```
    /// Naming a field that the schema does not mark as searchable is a compile-time error.
    public func searching<each P: FieldReference>(
        _ fields: repeat KeyPath<Module.Fields, each P>
    ) -> Self where repeat (each P).Operators.Search: OperatorPermission {
        var names: [String] = []
        repeat names.append((each fields).name)
        return searching(fields: names)
    }

    @available(
        *, unavailable, message: "the schema does not mark every one of these fields as searchable"
    )
    public func searching<each P: FieldReference>(
        _ fields: repeat KeyPath<Module.Fields, each P>
    ) -> Self { self }

    /// The same by wire names. A field that is not searchable throws when the search is sent.
    package func searching(fields: [String]) -> Self { changingSearch { $0.fields = fields } }

    /// Requires all words, one of them, or all as they were typed.
    ///
    /// ```swift
    /// Books.query().search("moby dick").matching(.allWords)
    /// ```
    /// By default, one word is enough: the items with all words come first, and the others follow by the weight of the
    /// words that they have. In a list with sort keys, all words are required.
    public func matching(_ requirement: WordRequirement) -> Self {
        changingSearch { $0.requirement = requirement }
    }

    /// Adds synonyms to those of the schema, for this search.
    ///
    /// ```swift
    /// Books.query().search("scifi").withSynonyms([.twoWay(["scifi", "science fiction"])])
    /// ```
    /// The embedded store and `InMemoryEngine` support them. Search clusters have synonyms of their own.
    public func withSynonyms(_ synonyms: [Synonym]) -> Self {
        changingSearch { $0.synonyms += synonyms }
    }

    /// Matches all items if the search has no words, instead of none. Use it for a list that the user can narrow.
    public func matchingAllWhenEmpty() -> Self { changingSearch { $0.matchesAllWhenEmpty = true } }

    /// Changes the search, or the options for a search that is set later.
    private func changingSearch(_ change: (inout TextSearch) -> Void) -> Self {
        changed { request in
            if var search = request.text {
                change(&search)
                request.text = search
            } else {
                var search = request.awaitedText ?? TextSearch(.and([]))
                change(&search)
                request.awaitedText = search
            }
        }
    }
}
