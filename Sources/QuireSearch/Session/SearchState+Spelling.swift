extension SearchState {
    /// Another text that may have been meant, where this search found nothing; `nil` unless the session's source looks
    /// for one: `EngineSource(content).didYouMean(from: store)`.
    public var didYouMean: SpellingSuggestion? { answer?.didYouMean }
}
