import QuireCore
import QuireEngine
import QuireText

/// Searches with a hostile value in each place of a request that can contain a value.
enum HostileCases {
    typealias Expectation = (request: SearchRequest, ids: [String], facets: [FacetResult])

    /// The evaluator's results, computed once for all engines.
    static let all: [Expectation] = HostileValues.all.flatMap(requests).map { request in
        let page = try? InstanceSearch(request).page(of: HostileDocuments.table.instances)
        // A search that the evaluator rejects has an id that no engine returns.
        let ids = page?.instances.map(\.instanceID) ?? ["the evaluator refuses the search"]
        return (request, SortCases.byID(ids), page?.facets ?? [])
    }

    static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: HostileDocuments.module)
        request.page = wholePage
        change(&request)
        return request
    }

    /// Every place of a request that can contain a value.
    private static func requests(_ value: String) -> [SearchRequest] {
        let text = FilterValue.string(value)
        func leaf(_ operation: FilterOperation, of property: String, operand: FilterValue) -> Filter {
            .leaf(.init(operation, property, value: operand, type: .string))
        }
        let operations: [FilterOperation] = [
            .equal, .notEqual, .less, .greaterOrEqual, .like, .notLike, .contains, .hasPrefix, .hasSuffix,
        ]
        let tests = ["title", "words", "maker"].flatMap { field in
            operations.prefix(field == "title" ? .max : 2).map { leaf($0, of: field, operand: text) }
                + [
                    leaf(.in, of: field, operand: .list([text])),
                    leaf(.notIn, of: field, operand: .list([text])),
                    leaf(.in, of: field, operand: .list([text, .string("`x`"), text])),
                    leaf(.between, of: field, operand: .list([text, text])),
                ]
        }
        let tag = Tag(name: value, value: value)
        // A tag needs a name, and a search has no more words than a person would type.
        let tagged =
            value.isEmpty
            ? []
            : [
                request { $0.segment = Segment(tags: [tag]) },
                request { $0.segment = Segment(tags: [tag, Tag(name: value)], mode: .total) },
            ]
        let searched =
            value.utf8.count > 2_000
            ? []
            : [
                TextSearch(.all(value)), TextSearch(.all(value, matching: .wholeWords)),
                TextSearch(.any(value, matching: .wholeWords)), TextSearch(.phrase(value)),
            ].map { text in
                // Clusters add the items that share some words only if no item has all.
                request {
                    $0.text = text
                    $0.text?.mode = .asTyped
                }
            }
        return tests.map { test in request { $0.filter = test } }
            + [
                leaf(.equal, of: "name", operand: text), leaf(.notEqual, of: "name", operand: text),
                leaf(.in, of: "name", operand: .list([text])),
            ]
            .map { test in request { $0.metaFilter = test } } + tagged + searched
            + [
                request { $0.ids = [value] },
                request { $0.ids = ["plain0", value, "h1"] },
                request { $0.related = [RelatedItems(field: "maker", ids: [value])] },
                request { $0.related = [RelatedItems(field: "makers", ids: [value, "nobody"])] },
                request {
                    $0.refinements = [
                        FacetRefinement("title", leaf(.in, of: "title", operand: .list([text])))
                    ]
                    $0.facets = [
                        FacetRequest("title", maximumValues: 1_000, isDisjunctive: true),
                        FacetRequest("words"),
                    ]
                },
            ]
    }
}
