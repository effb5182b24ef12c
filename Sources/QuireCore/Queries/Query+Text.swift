import QuireText

extension Query {
    /// Items in whose searchable fields all words of the text stand, the last one as a prefix.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("jerome sal"))
    /// for book in page { print(page.highlight(book.title).marked("«", "»")) }
    /// ```
    /// The best match comes first, unless the query has a sort key. Any text is safe: quotes and symbols have no
    /// meaning. A text without a word finds nothing. An engine without full text refuses it.
    /// - Parameters:
    ///   - text: What a person has typed; nothing in it has a special meaning.
    ///   - matching: Which of the words are prefixes.
    public func search(_ text: String, matching: WordMatching = .lastWordAsPrefix) -> Self {
        search(.all(text, matching: matching))
    }

    /// Items that a combination of words and phrases finds.
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

    /// Looks in these searchable fields alone.
    ///
    /// ```swift
    /// Books.query().search("jerome sal").searching(\.title, \.subtitle)
    /// ```
    /// A field that the schema does not mark searchable does not compile.
    public func searching<each P: FieldReference>(
        _ fields: repeat KeyPath<Module.Fields, each P>
    ) -> Self where repeat (each P).Operators: AllowsSearch {
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

    /// The same by wire names; one that is not searchable is refused when the search is sent.
    package func searching(fields: [String]) -> Self { changingSearch { $0.fields = fields } }

    /// Takes a word of the search that stands nowhere for those that differ from it by one letter: added, left out,
    /// changed, or swapped with its neighbour. Words of fewer than four letters stay as they are.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().search("salnger").toleratingTypos())
    /// page.text?.corrections      // ["salnger": ["salinger"]]
    /// ```
    public func toleratingTypos() -> Self { changingSearch { $0.toleratesTypos = true } }

    /// Finds everything where the search has no word, instead of nothing: for a list that a person may narrow.
    public func findingAllWhenEmpty() -> Self { changingSearch { $0.findsAllWhenEmpty = true } }

    /// Changes the search, or what the search will be.
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
