import QuireCore
import QuireText

/// The values of a hierarchical facet as a tree: the top level, and the levels along the chosen path.
///
/// ```swift
/// for node in tree.roots { draw(node) }                       // and node.children below those on the path
/// tree.levels[1].map(\.name)                                  // what stands below the first name of the path
/// draft.toggle(\.category, tree.roots[0].path)                // down to a node; of the chosen one, up again
/// ```
public struct FacetTree: Sendable, Hashable {
    /// A path, and the number of items at or below it.
    public struct Node: Sendable, Hashable {
        /// The value: `Fiction > Fantasy`.
        public let path: String
        /// The last name of the path: `Fantasy`.
        public let name: String
        /// The depth, 0 at the top.
        public let level: Int
        public let count: Int
        /// Whether the chosen path is at or below this node.
        public let isOnPath: Bool
        /// Whether it is the chosen path.
        public let isSelected: Bool
        /// The nodes one level below. Empty if they were not counted, off the chosen path.
        public let children: [Node]
    }

    public let roots: [Node]
    /// The chosen path, or `nil`.
    public let selectedPath: String?
    /// Whether all values are included with exact counts.
    public let isExhaustive: Bool

    /// The nodes of the top level, followed by those below each name of the chosen path.
    public var levels: [[Node]] {
        var levels = [roots]
        while let open = levels.last?.first(where: \.isOnPath), !open.children.isEmpty {
            levels.append(open.children)
        }
        return levels
    }

    /// The nodes from the top to the chosen one.
    public var selectedNodes: [Node] { levels.compactMap { $0.first(where: \.isOnPath) } }

    /// Creates the tree of a field, or of the fields with this top level.
    init<Module>(_ facets: [FacetResult], _ field: String, of draft: SearchDraft<Module>, order: [FacetOrder])
    {
        let fields = draft.levels(of: field)?.fields ?? [field]
        let results = fields.compactMap { name in facets.first { $0.field == name } }
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

/// Groups counted paths by their parents.
private struct TreeBuilder {
    let path: FacetPath?
    let order: [FacetOrder]
    /// The children by the bytes of the parent's path. The top level has no parent.
    private var children: [ExactText?: [FacetCount]] = [:]
    private var seen: Set<ExactText> = []

    init(path: String?, order: [FacetOrder]) {
        self.path = path.map(FacetPath.init)
        self.order = order
    }

    mutating func add(_ entry: FacetCount) {
        guard case .string(let text) = entry.value, seen.insert(ExactText(text)).inserted else { return }
        children[FacetPath(text).parent.map(ExactText.init), default: []].append(entry)
    }

    /// The chosen path stays even if no item is below it any more.
    mutating func addPath() {
        guard let path else { return }
        for text in path.ancestors + [path.text] { add(FacetCount(.string(text), 0)) }
    }

    func nodes(under parent: ExactText?, level: Int) -> [FacetTree.Node] {
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
                children: nodes(under: ExactText(text), level: level + 1))
        }
    }

    private func isOnPath(_ value: FilterValue) -> Bool {
        guard case .string(let text) = value else { return false }
        return path?.isUnder(text) ?? false
    }
}
