extension SearchState {
    /// A corrected text, if this search found nothing; `nil` unless the session's source looks
    /// for one: `EngineSource(content).didYouMean(from: store)`.
    public var didYouMean: SpellingSuggestion? { response?.didYouMean }
}
