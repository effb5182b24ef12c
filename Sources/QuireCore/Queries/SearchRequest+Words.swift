import QuireText

extension SearchRequest {
    /// The full-text search, with the words that an item must have. Unless the request names them, one word is enough; in a
    /// list with sort keys, where items that only share a word would be anywhere, all words are required.
    package var decidedText: TextSearch? {
        var search = text
        if search?.requirement == nil { search?.requirement = sort.isEmpty ? .anyWord : .allWords }
        return search
    }

    /// Removes the order, which does not change what the request finds: a search of a sorted list still requires all words.
    package mutating func removeSort() {
        text = decidedText
        sort = []
    }

    /// The request of a write to all items that it finds. Unless the request says so, other words do not stand for those of
    /// the search; items that only share a word are suggestions, which nobody wants to change or delete.
    package var forWriting: SearchRequest {
        var request = self
        request.text?.requirement =
            text?.requirement == nil || text?.requirement == .asTyped ? .asTyped : .allWords
        return request
    }
}
