import QuireCore

/// The relations to include, by field, starting at a module.
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

    /// The length of the longest path.
    var depth: Int { branches.values.map { $0.depth + 1 }.max() ?? 0 }
}

extension SearchRequest {
    /// The request for the engine: it includes relations of the module itself, if it supports that. The client fetches
    /// the relations behind them.
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
