import Quire

@testable import QuireConformance

/// The requests of the support table.
enum SupportRows {
    static let all: [SupportTable.Row] = filters + orders + pages + texts + facets + others

    /// Capabilities that no request can test.
    static let abilities: [(name: String, response: @Sendable (any ContentEngine) -> String)] = [
        ("largest page", { $0.capabilities.maximumPageSize.map { "\($0)" } ?? "any" }),
        ("total counted", { $0.capabilities.countsTotal ? "yes" : "–" }),
        ("relations filled in", { $0.capabilities.includes ? "by the engine" : "by the client" }),
        (
            "filters across relations",
            { $0.capabilities.conditionsAcrossRelations ? "by the engine" : "related ids by the client" }
        ),
        ("sort across relations", { $0.capabilities.sortsAcrossRelations ? "yes" : "–" }),
        (
            "selection across relations",
            { $0.capabilities.selectsAcrossRelations ? "by the engine" : "by the client" }
        ),
        (
            "groups across relations",
            { $0.capabilities.groupsAcrossRelations ? "by the engine" : "by the client" }
        ),
        ("included relations with a query", { $0.capabilities.queriesIncludes ? "yes" : "–" }),
        ("comparison of two fields", { $0.capabilities.comparesFields ? "yes" : "–" }),
        ("aggregates", { $0 is any AggregatingEngine ? "by the engine" : "by the client" }),
        ("writes", { $0 is any WritableEngine ? "yes" : "–" }),
    ]

    static let names: [String] = all.map(\.name) + abilities.map(\.name)

    private static let module = SamplesModule.descriptor

    /// The types of the table, with a field of each.
    private static let types: [(name: String, field: String)] = [
        ("text", "title"), ("long text", "order"), ("choice", "language"), ("link", "rowid"),
        ("integer", "age"), ("number", "ratio"), ("boolean", "open"), ("date", "createdAt"),
        ("relation", "maker"), ("place", "place"), ("texts", "caf\u{E9}"), ("integers", "cafe\u{301}"),
        ("numbers", "prices"), ("booleans", "flags"), ("dates", "days"), ("relations", "makers"),
    ]

    private static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.page = .page(1, size: 5)
        change(&request)
        return request
    }

    private static func row(_ name: String, _ requests: [SearchRequest]) -> SupportTable.Row {
        SupportTable.Row(name: name, probes: [(name, requests)])
    }

    private static func row(_ name: String, _ change: (inout SearchRequest) -> Void) -> SupportTable.Row {
        row(name, [request(change)])
    }

    // MARK: - Filters

    private static let filters: [SupportTable.Row] =
        [
            ("`=`", [.equal]), ("`!=`", [.notEqual]), ("`in`", [.in]), ("not `in`", [.notIn]),
            ("`<` `<=` `>` `>=`", [.less, .lessOrEqual, .greater, .greaterOrEqual]),
            ("not `<` … `>=`", [.notLess, .notLessOrEqual, .notGreater, .notGreaterOrEqual]),
            ("`between`", [.between]), ("not `between`", [.notBetween]), ("`like`", [.like]),
            ("not `like`", [.notLike]), ("`contains` a text", [.contains]),
            ("not `contains`", [.notContains]), ("`hasPrefix`", [.hasPrefix]),
            ("not `hasPrefix`", [.notHasPrefix]), ("`hasSuffix`", [.hasSuffix]),
            ("not `hasSuffix`", [.notHasSuffix]), ("`near`", [.near]), ("not `near`", [.notNear]),
            ("`within`", [.within]), ("not `within`", [.notWithin]),
        ].map { name, operations in
            SupportTable.Row(
                name: name, probes: probes { operations.contains($0.operation) && $0.value != .null })
        } + [
            SupportTable.Row(name: "no value, any value", probes: probes { $0.value == .null }),
            row(
                "metadata",
                LeafCases.ofMetadata.filter { leaf in
                    ["name", "createdAt", "publishedAt", "createdBy"].contains(leaf.property)
                        && [.equal, .notEqual, .less, .greaterOrEqual].contains(leaf.operation)
                }.enumerated().filter { $0.offset % 5 == 0 }.map { leaf in
                    request { $0.metaFilter = .leaf(leaf.element) }
                }),
            row("`and` and `or`, nested") { request in
                let leaf = Filter.leaf(.init(.equal, "age", .integer(5), type: .number))
                request.filter = .or([.and([leaf, .or([leaf, leaf])]), leaf])
            },
            SupportTable.Row(
                name: "tests in a filter",
                probes: [20, 50, 100, 1_000].map { count in
                    let leaves = (0..<count).map {
                        Filter.leaf(.init(.equal, "age", .integer(Int64($0)), type: .number))
                    }
                    return ("\(count)", [request { $0.filter = .or(leaves) }])
                }),
        ]

    /// The selected leaves of each type, with a few operands of each operation.
    private static func probes(
        _ isWanted: (Filter.Leaf) -> Bool
    ) -> [(subject: String, requests: [SearchRequest])] {
        types.compactMap { name, field in
            guard let descriptor = module.fields[exactly: field] else { return nil }
            var count: [FilterOperation: Int] = [:]
            let leaves = LeafCases.leaves(descriptor).filter(isWanted).filter { leaf in
                // All of `in` and `like`, whose support depends on operands; some of the others.
                count[leaf.operation, default: 0] += 1
                return (count[leaf.operation] ?? 0) <= 24
            }
            if leaves.isEmpty { return nil }
            return (name, leaves.map { leaf in request { $0.filter = .leaf(leaf) } })
        }
    }

    // MARK: - Sorting and pages

    private static let orders: [SupportTable.Row] = [
        SupportTable.Row(
            name: "sort by a field that the schema marks sortable",
            probes: types.filter { module.fields[exactly: $0.field]?.isSortable == true }.map { name, field in
                (
                    name,
                    [SortOrder.ascending, .descending].map { order in
                        request { $0.sort = [SortKey(.value(field), order)] }
                    }
                )
            }),
        row(
            "sort by metadata",
            ["name", "createdAt", "updatedAt"].map { name in
                request { $0.sort = [SortKey(.metadata(name), .descending)] }
            }),
        row(
            "no value first or last",
            [("age", SortOrder.ascending), ("title", .descending)].flatMap { field, order in
                [SortKey.Nulls.first, .last].map { nulls in
                    request { $0.sort = [SortKey(.value(field), order, nulls: nulls)] }
                }
            }),
        SupportTable.Row(
            name: "sort keys",
            probes: (1...5).map { count in
                let keys = ["age", "title", "ratio", "language", "createdAt"].prefix(count)
                return ("\(count)", [request { $0.sort = keys.map { SortKey(.value($0)) } }])
            }),
    ]

    private static let pages: [SupportTable.Row] = [
        row("pages by number") { $0.page = .page(3, size: 7) },
        row("pages by offset", [10, 7].map { offset in request { $0.page = .offset(offset, limit: 5) } }),
        row(
            "pages by cursor",
            [nil, "age", "title"].map { field in
                request {
                    $0.page = .cursor(nil, limit: 5)
                    $0.sort = field.map { [SortKey(.value($0))] } ?? []
                }
            }),
        row("everything in one page") { $0.page = .all },
        row("page 1,000 of 100") { $0.page = .page(1_000, size: 100) },
    ]

    // MARK: - Full text and facets

    private static let papers = TextCases.module

    private static func text(_ name: String, _ searches: TextSearch...) -> SupportTable.Row {
        row(
            name,
            searches.map { search in
                var request = SearchRequest(module: papers)
                request.page = .page(1, size: 5)
                request.text = search
                return request
            })
    }

    private static func search(_ query: TextQuery, _ change: (inout TextSearch) -> Void = { _ in })
        -> TextSearch
    {
        var search = TextSearch(query)
        change(&search)
        return search
    }

    private static let texts: [SupportTable.Row] = [
        text("full text: all words, the last as a prefix", search("war pea"), search(.all("the war o"))),
        text("full text: whole words", search(.all("war peace", matching: .wholeWords))),
        text("full text: all words as prefixes", search(.all("wa pea", matching: .prefixes))),
        text("full text: parts of words", search(.all("orld", matching: .partsOfWords))),
        text("full text: any of the words", search(.any("war valjean", matching: .wholeWords))),
        text("full text: any of the words, the last as a prefix", search(.any("war valj"))),
        text("full text: none of the words", search(.all("war").and(.none("peace", matching: .wholeWords)))),
        text("full text: a phrase", search(.phrase("war of the"))),
        text(
            "full text: combinations",
            search(.all("war", matching: .wholeWords).and(.any("peace worlds", matching: .wholeWords))),
            search(.phrase("the worlds").or(.all("hugo", matching: .wholeWords)))),
        text("full text: typos", search("tolstoi") { $0.toleratesTypos = true }),
        text("full text: in some fields", search("hugo") { $0.fields = ["names"] }),
        text("full text: everything where there is no word", search("?!") { $0.matchesAllWhenEmpty = true }),
        row("full text, sorted and filtered") { request in
            request = SearchRequest(module: papers)
            request.page = .page(1, size: 5)
            request.text = TextSearch("war")
            request.sort = [SortKey(.value("year"))]
            request.filter = .leaf(.init(.greater, "year", .integer(1865), type: .number))
        },
    ]

    private static func facets(disjunctive: Bool) -> [(subject: String, requests: [SearchRequest])] {
        types.compactMap { name, field in
            guard module.fields[exactly: field]?.facet != nil else { return nil }
            let request = request { request in
                request.facets = [FacetRequest(field, isDisjunctive: disjunctive)]
                if disjunctive,
                    let leaf = LeafCases.leaves(module.fields[exactly: field] ?? .init(name: "", kind: .json))
                        .first(where: { $0.operation == .in })
                {
                    request.refinements = [FacetRefinement(field, .leaf(leaf))]
                }
            }
            return (name, [request])
        }
    }

    private static let facets: [SupportTable.Row] = [
        SupportTable.Row(
            name: "facets, with statistics of numbers and dates", probes: facets(disjunctive: false)),
        SupportTable.Row(name: "disjunctive facets, refined", probes: facets(disjunctive: true)),
        row("facets of a full-text search") { request in
            request = SearchRequest(module: Topics.module)
            request.page = .page(1, size: 5)
            request.text = TextSearch("war")
            request.facets = [FacetRequest("year"), FacetRequest("topics")]
        },
    ]

    // MARK: - Other features

    private static let others: [SupportTable.Row] = [
        row("ids") { $0.ids = ["it's", "a\"b", "nowhere"] },
        row(
            "reverse look-ups",
            [
                request { $0.related = [RelatedItems(field: "maker", ids: ["m1"])] },
                request { $0.related = [RelatedItems(field: "makers", ids: nil)] },
            ]),
        row(
            "segments by tags",
            [
                request { $0.segment = Segment(tags: [Tag(name: "brand", value: "A")]) },
                request {
                    $0.segment = Segment(
                        tags: [Tag(name: "brand", value: "A"), Tag(name: "new")], mode: .total)
                },
            ]),
        row("projection") { $0.fields = ["title", "age"] },
        row("one language of localized texts") { $0.locale = "en" },
        row("the order of a language") { request in
            request.sort = [SortKey(.value("title"))]
            request.settings.sortLocale = "en-EN"
        },
    ]
}
