import QuireCore
import QuireText

/// The values of a hierarchical facet, from the top down: the top level, and below the chosen path one level after the
/// other.
///
/// ```swift
/// for node in tree.roots { draw(node) }                       // and node.children below those on the path
/// tree.levels[1].map(\.name)                                  // what stands below the first name of the path
/// draft.toggle(\.category, tree.roots[0].path)                // down to a node; of the chosen one, up again
/// ```
public struct FacetTree: Sendable, Hashable {
    /// One path, with how many items lie under it.
    public struct Node: Sendable, Hashable {
        /// The value: `Fiction > Fantasy`.
        public let path: String
        /// The last name of the path: `Fantasy`.
        public let name: String
        /// 0 at the top.
        public let level: Int
        public let count: Int
        /// Whether the chosen path leads through it, or ends here.
        public let isOnPath: Bool
        /// Whether it is the chosen path.
        public let isSelected: Bool
        /// What lies one level below; empty where the counts were not asked for, off the path.
        public let children: [Node]
    }

    public let roots: [Node]
    /// The path that was chosen; `nil`: none.
    public let selectedPath: String?
    /// Whether all values are shown, and each count is exact.
    public let isExhaustive: Bool

    /// The nodes of the top level, then those below each name of the chosen path; as many as there are.
    public var levels: [[Node]] {
        var levels = [roots]
        while let open = levels.last?.first(where: \.isOnPath), !open.children.isEmpty {
            levels.append(open.children)
        }
        return levels
    }

    /// The nodes from the top to the chosen one.
    public var selectedNodes: [Node] { levels.compactMap { $0.first(where: \.isOnPath) } }

    /// The tree of a field, or of the fields whose top level it is.
    init<Module>(_ facets: [FacetResult], _ field: String, of draft: SearchDraft<Module>, order: [FacetOrder])
    {
        let fields = draft.levels(of: field)?.fields ?? [field]
        let results = fields.compactMap { name in facets.first { $0.field.isByteEqual(to: name) } }
        self.init(results, path: draft.refinements.path(of: field)?.text, order: order)
    }

    init(_ results: [FacetResult], path: String?, order: [FacetOrder]) {
        selectedPath = path
        isExhaustive = !results.isEmpty && results.allSatisfy(\.isExhaustive)
        var builder = TreeBuilder(path: path, order: order)
        for result in results { for entry in result.counts { builder.add(entry) } }
        builder.addPath()
        roots = builder.nodes(under: nil, level: 0)
    }
}

/// Puts counted paths under their parents.
private struct TreeBuilder {
    let path: FacetPath?
    let order: [FacetOrder]
    /// By the bytes of the parent's path; the top level under none.
    private var children: [[UInt8]?: [FacetCount]] = [:]
    private var seen: Set<[UInt8]> = []

    init(path: String?, order: [FacetOrder]) {
        self.path = path.map(FacetPath.init)
        self.order = order
    }

    mutating func add(_ entry: FacetCount) {
        guard case .string(let text) = entry.value, seen.insert(Array(text.utf8)).inserted else { return }
        children[FacetPath(text).parent.map { Array($0.utf8) }, default: []].append(entry)
    }

    /// The chosen path stays where nothing lies under it any more.
    mutating func addPath() {
        guard let path else { return }
        for text in path.ancestors + [path.text] { add(FacetCount(.string(text), 0)) }
    }

    func nodes(under parent: [UInt8]?, level: Int) -> [FacetTree.Node] {
        let entries = children[parent] ?? []
        let candidates = entries.enumerated().map { index, entry in
            FacetCandidate(
                entry, index: index, place: nil, isRefined: isOnPath(entry.value), isExcluded: false)
        }
        return candidates.sorted(by: FacetCandidate.ordering(order)).compactMap { candidate in
            guard case .string(let text) = candidate.value else { return nil }
            return FacetTree.Node(
                path: text, name: FacetPath(text).name, level: level, count: candidate.count,
                isOnPath: candidate.isRefined, isSelected: path?.text.isByteEqual(to: text) ?? false,
                children: nodes(under: Array(text.utf8), level: level + 1))
        }
    }

    private func isOnPath(_ value: FilterValue) -> Bool {
        guard case .string(let text) = value else { return false }
        return path?.isUnder(text) ?? false
    }
}
