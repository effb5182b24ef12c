import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// Hierarchies as whole paths in one field and as levels in separate fields: the counts that InstantSearch's
/// integration tests expect, over the same records.
@Suite struct LevelTests {
    private static let paths = [
        "Clothing > Women > Shoes", "Clothing > Women > Bags", "Clothing > Men > Hats",
        "Clothing > Men > Shirt",
        "Book > Romance", "Book > Science Fiction", "Furniture",
    ]

    private static func content() async -> ContentClient {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: paths.map { path in
                let levels = Goods.levels(of: path)
                return Goods.Values(
                    name: path, category: path, lvl0: levels[0], lvl1: levels.count > 1 ? levels[1] : nil,
                    lvl2: levels.count > 2 ? levels[2] : nil)
            })
        return ContentClient(engine: engine)
    }

    private static var levels: SearchDraft<Goods> {
        var draft = SearchDraft(Goods.query())
        draft.countLevels(\.lvl0, \.lvl1, \.lvl2)
        return draft
    }

    private func response(_ draft: SearchDraft<Goods>, _ content: ContentClient) async throws
        -> DraftResponse<
            Goods
        >
    {
        try await SearchPlan(draft, page: 1, for: content.engine.capabilities)
            .response { try await content.responses(to: $0, of: Goods.self) }
    }

    private func outline(_ nodes: [FacetTree.Node]) -> [String] {
        nodes.flatMap { node in
            ["\(node.path) \(node.count)\(node.isSelected ? " chosen" : node.isOnPath ? " open" : "")"]
                + outline(node.children)
        }
    }

    private func outlines(_ content: ContentClient, _ path: String?) async throws -> [[String]] {
        var whole = SearchDraft(Goods.query().facet(\.category))
        var apart = Self.levels
        if let path {
            whole.toggle(\.category, path)
            apart.toggle(\.lvl0, path)
        }
        let first = try await response(whole, content)
        let second = try await response(apart, content)
        #expect(first.items.map(\.id) == second.items.map(\.id))
        return [
            outline(first.tree(\.category, of: whole, by: [.alphabetical]).roots),
            outline(second.tree(\.lvl0, of: apart, by: [.alphabetical]).roots),
        ]
    }

    @Test("Without a choice: the top level")
    func empty() async throws {
        let content = await Self.content()
        for outline in try await outlines(content, nil) {
            #expect(outline == ["Book 2", "Clothing 4", "Furniture 1"])
        }
    }

    @Test("With a chosen path: its siblings on each level, and its children")
    func chosen() async throws {
        let content = await Self.content()
        for outline in try await outlines(content, "Clothing > Men") {
            #expect(
                outline == [
                    "Book 2", "Clothing 4 open", "Clothing > Men 2 chosen", "Clothing > Men > Hats 1",
                    "Clothing > Men > Shirt 1", "Clothing > Women 2", "Furniture 1",
                ])
        }
    }

    @Test("With the last level chosen: its siblings on each level")
    func lastLevel() async throws {
        let content = await Self.content()
        for outline in try await outlines(content, "Clothing > Men > Hats") {
            #expect(
                outline == [
                    "Book 2", "Clothing 4 open", "Clothing > Men 2 open", "Clothing > Men > Hats 1 chosen",
                    "Clothing > Men > Shirt 1", "Clothing > Women 2", "Furniture 1",
                ])
        }
    }

    @Test("A path without remaining items has a count of zero, with its parents")
    func gone() async throws {
        let content = await Self.content()
        for outline in try await outlines(content, "Toys > Wood") {
            #expect(
                outline == ["Book 2", "Clothing 4", "Furniture 1", "Toys 0 open", "Toys > Wood 0 chosen"])
        }
    }

    @Test("Levels in separate fields need one extra request for each level of the path")
    func requests() throws {
        let engine = InMemoryEngine().capabilities
        func facets(_ path: String?) throws -> [[String]] {
            var draft = Self.levels
            if let path { draft.toggle(\.lvl0, path) }
            return try SearchPlan(draft, page: 1, for: engine).requests.map { $0.facets.map(\.field) }
        }
        #expect(try facets(nil) == [["lvl0"]])
        #expect(try facets("Clothing") == [["lvl0", "lvl1"], ["lvl0"]])
        #expect(try facets("Clothing > Men") == [["lvl0", "lvl1", "lvl2"], ["lvl0"], ["lvl1"]])
        var draft = Self.levels
        draft.toggle(\.lvl0, "Clothing > Men")
        let requests = try SearchPlan(draft, page: 1, for: engine).requests
        func isAt(_ field: String, _ path: String) -> [FacetRefinement] {
            [FacetRefinement(field, .leaf(.init(.in, field, value: .list([.string(path)]), type: .string)))]
        }
        #expect(
            requests.map(\.refinements) == [isAt("lvl1", "Clothing > Men"), [], isAt("lvl0", "Clothing")])
    }

    @Test("Other choices restrict every level, and levels restrict the other facets")
    func together() async throws {
        let content = await Self.content()
        var draft = Self.levels
        draft.query = draft.query.facet(\.category, disjunctive: false)
        draft.filter("hats") { $0.name.in(["Clothing > Men > Hats", "Book > Romance"]) }
        draft.toggle(\.lvl0, "Clothing")
        let answer = try await response(draft, content)
        #expect(
            outline(answer.tree(\.lvl0, of: draft, by: [.alphabetical]).roots)
                == ["Book 1", "Clothing 1 chosen", "Clothing > Men 1"])
        #expect(answer.items.map(\.name) == ["Clothing > Men > Hats"])
        #expect(answer.facet(\.category, of: draft).map(\.value) == ["Clothing"])
    }

    @Test("Choosing a path of levels again selects its parent; clearing clears the whole path")
    func toggling() {
        var draft = Self.levels
        draft.toggle(\.lvl0, "Clothing > Men")
        #expect(draft.isRefined(\.lvl0, "Clothing"))
        draft.toggle(\.lvl0, "Clothing > Men")
        #expect(draft.refinedValues(\.lvl0) == ["Clothing"])
        draft.clearRefinements(of: \.lvl0)
        #expect(draft.refinements.isEmpty)
    }

    @Test("The levels of a tree, and the nodes from the root to the chosen one")
    func levels() async throws {
        let content = await Self.content()
        var draft = SearchDraft(Goods.query().facet(\.category))
        draft.toggle(\.category, "Clothing > Men")
        let tree = try await response(draft, content).tree(\.category, of: draft)
        #expect(
            tree.levels.map { $0.map(\.name) } == [
                ["Clothing", "Book", "Furniture"], ["Men", "Women"], ["Hats", "Shirt"],
            ])
        #expect(tree.levels.map { Set($0.map(\.level)) } == [[0], [1], [2]])
        #expect(tree.selectedNodes.map(\.path) == ["Clothing", "Clothing > Men"])
        #expect(tree.selectedPath == "Clothing > Men")
        #expect(tree.isExhaustive)
    }
}
