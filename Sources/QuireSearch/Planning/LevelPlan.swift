import QuireCore

/// The requests that count a hierarchy with one field per level.
struct LevelPlan {
    let levels: FacetLevels
    let path: FacetPath?

    /// The paths from the top to the chosen one, one for each level.
    private var names: [String] { path.map { $0.ancestors + [$0.text] } ?? [] }

    /// The filter for the items under the chosen path.
    var refinement: FacetRefinement? { names.last.map { refinement(to: $0, at: names.count - 1) } }

    /// The levels to count: those of the path, and the one below it.
    var facets: [FacetRequest] {
        levels.fields.prefix(names.count + 1).map { FacetRequest($0, maximumValues: levels.maximumValues) }
    }

    /// The filter for counting a level: items under the name above it. `nil` uses the filter of the first request.
    func refinements(of level: Int) -> [FacetRefinement]? {
        guard level < names.count else { return nil }
        return level == 0 ? [] : [refinement(to: names[level - 1], at: level - 1)]
    }

    /// The name of the path on a level, as a choice.
    func choice(of level: Int) -> FacetChoice? {
        guard level < names.count else { return nil }
        var choice = FacetChoice(levels.fields[level])
        choice.values = [.string(names[level])]
        return choice
    }

    /// A path with more levels than there are fields is tested in the last field, where it matches nothing.
    private func refinement(to path: String, at level: Int) -> FacetRefinement {
        let field = levels.fields[min(level, levels.fields.count - 1)]
        return FacetRefinement(field, .leaf(.init(.in, field, .list([.string(path)]), type: .string)))
    }
}
