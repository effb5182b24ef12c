extension [[AnalyzedText.Term]] {
    /// The groups, with one group for a word that the query repeats: all terms that may stand for it.
    ///
    /// With a group for each repetition, a text would have each of its words found so many times, which a pasted text
    /// makes quadratic.
    var withoutRepeatedWords: Self {
        var groups: Self = []
        var termsByGroup: [Set<AnalyzedText.Term>] = []
        var numbers: [[String]: Int] = [:]
        for group in self {
            guard let word = group.first?.words, let number = numbers[word] else {
                if let word = group.first?.words { numbers[word] = groups.count }
                groups.append(group)
                termsByGroup.append(Set(group))
                continue
            }
            for term in group where termsByGroup[number].insert(term).inserted { groups[number].append(term) }
        }
        return groups
    }
}
