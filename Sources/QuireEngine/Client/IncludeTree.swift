import QuireCore

/// The relations to fill in, by field, from a module outwards.
struct IncludeTree: Sendable, Hashable {
    private(set) var branches: [String: IncludeTree] = [:]

    init(_ paths: [IncludePath]) {
        for path in paths { add(path.fields[...]) }
    }

    private init() {}

    private mutating func add(_ path: ArraySlice<String>) {
        guard let field = path.first else { return }
        branches[field, default: IncludeTree()].add(path.dropFirst())
    }

    /// How many relations lie one behind the other.
    var depth: Int { branches.values.map { $0.depth + 1 }.max() ?? 0 }
}

extension SearchRequest {
    /// The request as the engine is asked: relations of the module itself, where it fills them in; what lies behind them
    /// is the client's.
    func askingEngine(_ engine: EngineCapabilities) -> SearchRequest {
        guard !include.isEmpty else { return self }
        var request = self
        request.include = []
        guard engine.includes else { return request }
        for path in include {
            let first = IncludePath(Array(path.fields.prefix(1)))
            if !request.include.contains(first) { request.include.append(first) }
        }
        return request
    }
}
