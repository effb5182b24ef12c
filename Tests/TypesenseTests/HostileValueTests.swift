import Foundation
import Quire
import QuireTypesense
import Testing

/// Values that use the server's filter syntax only match themselves.
@Suite struct HostileValueTests {
    private static let module = ModuleDescriptor(
        name: "say \"html\"; DROP",
        fields: [
            FieldDescriptor(
                name: "t`ext", kind: .text, isSortable: true, facet: .conjunctive, searchWeight: 1),
            FieldDescriptor(name: "o_v_age:>0 || p", kind: .list(.text), facet: .disjunctive),
            FieldDescriptor(name: "link", kind: .relation(module: "x")),
        ])

    private static let values = [
        "x` || p:=[p] || x:=`", "a]) || p:!=[p", "*", "", " ", "`", "``", "\\`", "[a,b]", "a,b", "sa,sb",
        "\u{0}", "&& ||",
        "id:=[sa]", "-word", "\"", "q", "qq", "日本", "cafe\u{301}", "caf\u{E9}", "Alpha", "alpha", "ALPHA",
        "-alpha",
        "100%", "'; DROP TABLE x", "{{7*7}}", "<script>", "\n", "a\tb", "👍🏽", "👍",
        String(repeating: "x", count: 99),
        String(repeating: "x", count: 100), String(repeating: "x", count: 101),
        String(repeating: "x`", count: 600),
        String(repeating: "é", count: 32), String(repeating: "é", count: 33),
        String(repeating: "é", count: 34),
    ]

    private static func quoted(_ text: String) -> String { JSONValue.string(text).description }

    @Test(
        "As a value, in a list, as a relation, id, tag, creator or word, a hostile value never matches another item"
    )
    func values() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            try await engine.fill(
                Self.module,
                Self.values.enumerated().map { index, value in
                    let id = Self.quoted("\(index)" + value)
                    let text = Self.quoted(value)
                    return
                        #"{"id":\#(id),"createdBy":\#(text),"tags":[{"name":"t","value":\#(text)},{"name":\#(text)}],"values":{"t`ext":\#(text),"o_v_age:>0 || p":[\#(text),"both"],"link":\#(text)}}"#
                })
            var requests: [SearchRequest] = []
            var expected: [[String]] = []
            for (index, value) in Self.values.enumerated() {
                let id = "\(index)" + value
                func ask(_ change: (inout SearchRequest) -> Void) {
                    var request = SearchRequest(module: Self.module)
                    change(&request)
                    requests.append(request)
                    expected.append([id])
                }
                ask { $0.filter = .leaf(.init(.equal, "t`ext", value: .string(value), type: .string)) }
                ask {
                    $0.filter = .leaf(
                        .init(.in, "o_v_age:>0 || p", value: .list([.string(value)]), type: .string))
                }
                ask {
                    $0.metaFilter = .leaf(.init(.equal, "createdBy", value: .string(value), type: .string))
                }
                ask { $0.metaFilter = .leaf(.init(.equal, "id", value: .string(id), type: .string)) }
                ask { $0.ids = [id, value + "nobody"] }
                ask { $0.related = [RelatedItems(field: "link", ids: [value])] }
                ask { $0.segment = Segment(tags: [Tag(name: "t", value: value, tagType: nil)]) }
                ask { $0.segment = Segment(tags: [Tag(name: value, tagType: nil)], mode: .total) }
            }
            for (request, (page, ids)) in zip(requests, zip(try await engine.pages(requests), expected)) {
                #expect(page.items.map { Array($0.utf8) } == ids.map { Array($0.utf8) }, "\(request)")
                #expect(page.pageInfo.totalItems == 1)
            }
            // The complement is all other items.
            var request = SearchRequest(module: Self.module)
            request.filter = .leaf(
                .init(
                    .notIn, "t`ext", value: .list(Self.values.dropFirst(3).map(FilterValue.string)),
                    type: .string)
            )
            #expect(
                Set(try await engine.ids(request))
                    == Set(Self.values.prefix(3).enumerated().map { "\($0)" + $1 }))
        }
    }

    @Test("As search words, they find the evaluator's results")
    func words() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            let lines = Self.values.enumerated().map {
                #"{"id":"\#($0)","values":{"t`ext":\#(Self.quoted($1))}}"#
            }
            try await engine.fill(Self.module, lines)
            let instances = try lines.map(instance)
            for value in Self.values {
                for matching in [WordMatching.lastWordAsPrefix, .wholeWords] {
                    var request = SearchRequest(module: Self.module)
                    request.text = TextSearch(TextQuery.all(value, matching: matching))
                    request.page = .page(1, size: 200)
                    let search = try InstanceSearch(request)
                    do {
                        let found = Set(try await engine.page(request).items)
                        #expect(
                            found == Set(instances.filter(search.finds).map(\.instanceID)),
                            "\(value.debugDescription)")
                    } catch let error as UnsupportedError {
                        // Prefixes of more than fifty characters.
                        #expect(matching == .lastWordAsPrefix && value.utf8.count > 50, "\(error)")
                    }
                }
            }
        }
    }

    @Test(
        "As facets, each counts once with its own bytes, including long ones; in a sort order, they sort correctly"
    )
    func facets() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            let lines = Self.values.enumerated().map { index, value in
                #"{"id":"\#(index)","values":{"t`ext":\#(Self.quoted(value)),"o_v_age:>0 || p":[\#(Self.quoted(value)),\#(Self.quoted(value)),"both"]}}"#
            }
            try await engine.fill(Self.module, lines)
            var request = SearchRequest(module: Self.module)
            request.facets = [FacetRequest("t`ext"), FacetRequest("o_v_age:>0 || p", maximumValues: 5)]
            request.sort = [SortKey(.value("t`ext"), .descending)]
            request.page = .page(1, size: 250)
            let page = try await engine.page(request)
            var counter = FacetCounter(of: Self.module.fields.fields[0])
            for line in lines { counter.add(try instance(line)) }
            let valueFilter = FacetValueFilter(
                request.facets[0], Self.module.fields.fields[0], analyzer: TextAnalyzer())
            #expect(page.facets.first == counter.result(request.facets[0], valueFilter))
            #expect(page.facets.last?.counts.first == FacetCount(.string("both"), Self.values.count))
            #expect(page.facets.last?.counts.count == 5)
            #expect(page.facets.last?.isExhaustive == false)
            let sorted = try InstanceSearch(request).all(of: lines.map(instance)).map(\.instanceID)
            #expect(page.items == sorted)
        }
    }

    @Test(
        "Texts longer than the server's sort limit are returned completely, sorted by the part within the limit"
    )
    func longTexts() async throws {
        try await withLiveEngine([Self.module]) { (engine) async throws in
            // The server compares 1,999 characters of a text's encoded form.
            let beginning = String(repeating: "a", count: 1_900)
            let lines = ["b", "a", "c"].map { #"{"id":"\#($0)","values":{"t`ext":"\#(beginning + $0)"}}"# }
            try await engine.fill(Self.module, lines)
            var request = SearchRequest(module: Self.module)
            request.sort = [SortKey(.value("t`ext"))]
            #expect(try await engine.ids(request) == ["a", "b", "c"])
            request.sort = [SortKey(.value("t`ext"), .descending)]
            #expect(try await engine.ids(request) == ["c", "b", "a"])
        }
    }
}
