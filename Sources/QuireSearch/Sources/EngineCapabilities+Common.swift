import QuireEngine

extension EngineCapabilities {
    /// The capabilities that this engine and another one share.
    func common(with other: EngineCapabilities) -> EngineCapabilities {
        var common = self
        common.name = "\(name) or \(other.name)"
        common.operations = operations.intersection(other.operations)
        let flags: [WritableKeyPath<EngineCapabilities, Bool>] = [
            \.sortsByValue, \.supportsNullOrdering, \.supportsCursors, \.countsTotal, \.fullText,
            \.toleratesTypos, \.facets,
            \.includes,
            \.sortsByLanguage, \.supportsDeviceSegments, \.offlinePolicies, \.disjunctiveFacets,
            \.conditionsAcrossRelations, \.comparesFields,
            \.sortsAcrossRelations, \.selectsAcrossRelations,
            \.groupsAcrossRelations, \.queriesIncludes, \.liveQueries,
            \.modifiesFields, \.queriesMembers, \.queriesElements, \.selectsMembers, \.searchesByMeaning,
        ]
        for flag in flags { common[keyPath: flag] = self[keyPath: flag] && other[keyPath: flag] }
        common.queriesElementsOfSome = queriesElementsOfSome || other.queriesElementsOfSome
        common.followedRelations = min(followedRelations, other.followedRelations)
        common.maximumPageSize = [maximumPageSize, other.maximumPageSize].compactMap(\.self).min()
        return common
    }
}
