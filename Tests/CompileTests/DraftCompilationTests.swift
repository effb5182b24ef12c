import Testing

/// Drafts of search screens: valid code compiles, and a field that is not a facet is rejected with an explanation.
@Suite struct DraftCompilationTests {
    private static let header = """
        import Foundation
        import Quire
        import QuireSearch
        import SampleModules

        """

    private static func noFacet(_ name: String) -> String {
        "'\(name)' is unavailable: the schema does not mark this field as a facet"
    }

    private static let list = "facet(_:of:by:limit:pinned:hidden:onlyPinned:keepsEmpty:)"

    static let refused = [
        RejectedCode(#"draft.toggle(\.title, "Emma")"#, noFacet("toggle")),
        RejectedCode(#"draft.refine(\.age, 18)"#, noFacet("refine")),
        RejectedCode(#"draft.unrefine(\.title, "Emma")"#, noFacet("unrefine")),
        RejectedCode(#"draft.exclude(\.title, "Emma")"#, noFacet("exclude(_:_:inGroup:)")),
        RejectedCode(#"_ = draft.isRefined(\.title, "Emma")"#, noFacet("isRefined")),
        RejectedCode(#"draft.refine(\.age) { $0 >= 18 }"#, noFacet("refine")),
        RejectedCode(#"draft.toggle(\.age) { $0 >= 18 }"#, noFacet("toggle")),
        RejectedCode(#"_ = response.facet(\.title, of: draft)"#, noFacet(list)),
        RejectedCode(#"_ = state.facet(\.title)"#, noFacet(list)),
        RejectedCode(#"_ = state.tree(\.title)"#, noFacet("tree(_:of:by:)")),
        RejectedCode(
            #"_ = try await content.facetValues(\.title, matching: "a", for: draft)"#,
            noFacet("facetValues(_:matching:for:maximumValues:analyzer:)")),
        RejectedCode(
            #"draft.sort(by: \.price)"#,
            "'sort(by:_:nulls:)' is unavailable: the schema does not mark this field as sortable"),
        RejectedCode(
            #"draft.toggle(\.status, .nope)"#,
            "type 'Optional<Books.Status>.Unwrapped' (aka 'Books.Status') has no member 'nope'"),
        RejectedCode(#"draft.toggle(\.rank, "3")"#, "no exact matches in call to instance method 'toggle'"),
    ]

    private static let errors = Result {
        var source = header
        for (index, rejected) in refused.enumerated() {
            source +=
                "func f\(index)(draft: inout SearchDraft<Books>, response: DraftResponse<Books>, "
                + "state: SearchState<Books>, content: ContentClient) async throws { \(rejected.code) }\n"
        }
        return try Compiler().check(source).errors
    }

    @Test(
        "Using a field that is not a facet is an error that refers to the schema", arguments: refused.indices)
    func rejected(_ index: Int) throws {
        let rejected = Self.refused[index]
        let line = Self.header.split(separator: "\n", omittingEmptySubsequences: false).count + index
        let error = try #require(try Self.errors.get()[line], "compiles: \(rejected.code)")
        // Other compilers may use other words.
        if Compiler.isReference { #expect(error == rejected.error, "\(rejected.code)") }
    }

    @Test("Every form compiles in every mode without a warning", arguments: AcceptanceTests.modes)
    func accepted(_ mode: [String]) throws {
        let outcome = try Compiler().check(Self.code, flags: mode)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
    }

    private static let code =
        header + #"""

            func choose(_ now: Date, _ content: ContentClient, _ state: SearchState<Books>) async throws {
                var draft = SearchDraft(Books.query().facet(\.status).facet(\.rank).facet(\.tags))
                draft.toggle(\.status, .live)
                draft.refine(\.author, "a1")
                draft.unrefine(\.tags, "x")
                draft.exclude(\.tags, "new")
                draft.exclude(\.status, .archived, inGroup: true)
                draft.refine(\.rank) { $0 >= 1; $0 < 5 }
                draft.update(\.released) { $0 >= now }
                let holds: Bool = draft.toggle(\.scores) { $0.between(1...3) }
                draft.filter("age") { $0.age >= 18; $0.active == true }
                draft.filterAny("either") { $0.title == "x"; $0.price < 5 }
                draft.sort(by: \.title)
                draft.sort(by: \.updatedAt, .descending)
                draft.searchSubstrings(in: \.title)
                draft.countLevels(\.status, \.tags)
                let statuses: [Books.Status] = draft.refinedValues(\.status)
                let authors: [ContentID<Authors>] = draft.refinedValues(\.author)
                draft.clearRefinements(of: \.status)
                draft.clearRefinements()
                let list = state.facet(\.status, by: [.refinedFirst, .alphabetical], limit: 3, pinned: [.live])
                for status in list where status.value == .live { print(status.count, status.isRefined) }
                let names = try await content.facetValues(\.tags, matching: "a", for: draft)
                print(names.map(\.highlighted), state.tree(\.tags).roots, holds, statuses, authors)
            }
            """#
}
