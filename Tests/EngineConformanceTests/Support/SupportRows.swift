import Quire

@testable import QuireConformance

/// The requests of the support tables: one table per question that a reader has.
enum SupportRows {
    static let questions: [SupportTable.Question] = [
        .init(title: "Filters", rows: filters), .init(title: "Order and pages", rows: orders + pages),
        .init(title: "Full text and facets", rows: texts + facets),
        .init(title: "Relations and the rest", rows: others),
    ]

    private static let module = SamplesModule.descriptor

    private static let numbers = ["age", "price in €", "createdAt", "seen", "select * from"]
    private static let words = ["title", "order", "language", "rowid", "maker"]
    private static let lists = ["caf\u{E9}", "caf\u{E9}s", "prices", "flags", "days", "makers", "moods"]

    private static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.page = .page(1, size: 5)
        change(&request)
        return request
    }

    private static func row(_ name: String, _ requests: [SearchRequest]) -> SupportTable.Row {
        .init(name: name, tests: .requests(requests))
    }

    private static func row(_ name: String, _ change: (inout SearchRequest) -> Void) -> SupportTable.Row {
        row(name, [request(change)])
    }

    private static func row(
        _ name: String, _ ability: @escaping @Sendable (any ContentEngine) -> String
    ) -> SupportTable.Row {
        .init(name: name, tests: .ability(ability))
    }

    /// A search for items with one object that meets conditions on its age.
    private static func part(_ operations: [FilterOperation]) -> SearchRequest {
        var request = SearchRequest(module: NestedModule.descriptor)
        request.page = .page(1, size: 5)
        request.filter = .any(
            RelationStep(elementsOf: "parts"),
            .and(operations.map { .leaf(Filter.Leaf($0, "age", value: .integer(1), type: .number)) }))
        return request
    }

    // MARK: - Filters

    /// Requests with a few operands of each operation on each field; with and without the complement.
    private static func leaves(_ fields: [String], _ operations: FilterOperation...) -> [SearchRequest] {
        fields.flatMap { field -> [SearchRequest] in
            guard let descriptor = module.fields[field] else { return [] }
            var count: [FilterOperation: Int] = [:]
            let leaves = LeafCases.leaves(descriptor).filter { leaf in
                guard operations.contains(leaf.operation), leaf.value != .null else { return false }
                count[leaf.operation, default: 0] += 1
                return (count[leaf.operation] ?? 0) <= 24
            }
            return leaves.map { leaf in request { $0.filter = .leaf(leaf) } }
        }
    }

    private static let filters: [SupportTable.Row] = [
        row(
            "numbers, dates and Booleans: `=`, `!=`, `in`",
            leaves(numbers, .equal, .notEqual, .in, .notIn)),
        row(
            "numbers and dates: `<` … `>=`, `between`",
            leaves(numbers, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .notBetween)),
        row("texts, choices, relations: `=`, `!=`, `in`", leaves(words, .equal, .notEqual, .in, .notIn)),
        row("texts: `<` … `>=`", leaves(words, .less, .lessOrEqual, .greater, .greaterOrEqual)),
        row("how a text begins", leaves(words, .hasPrefix, .notHasPrefix)),
        row(
            "parts of texts: `like`, `contains`, `hasSuffix`",
            leaves(words, .like, .notLike, .contains, .notContains, .hasSuffix, .notHasSuffix)),
        row("lists: some element, or none", leaves(lists, .equal, .notEqual, .in, .notIn, .less, .greater)),
        row("places within a box", leaves(["place"], .within, .notWithin)),
        row("places near a point", leaves(["place"], .near, .notNear)),
        row(
            "no value, any value",
            (numbers + words + lists).flatMap { field in
                [FilterOperation.equal, .notEqual].map { operation in
                    request { $0.filter = .leaf(.init(operation, field, value: .null, type: .null)) }
                }
            }),
        row(
            "metadata",
            LeafCases.ofMetadata.filter { leaf in
                ["name", "createdAt", "publishedAt", "createdBy"].contains(leaf.property)
                    && [.equal, .notEqual, .less, .greaterOrEqual].contains(leaf.operation)
            }.enumerated().filter { $0.offset % 5 == 0 }.map { leaf in
                request { $0.metaFilter = .leaf(leaf.element) }
            }),
        row("`and` and `or`, nested") { request in
            let leaf = Filter.leaf(.init(.equal, "age", value: .integer(5), type: .number))
            request.filter = .or([.and([leaf, .or([leaf, leaf])]), leaf])
        },
        row("a hundred tests") { request in
            request.filter = .or(
                (0..<100).map { .leaf(.init(.equal, "age", value: .integer(Int64($0)), type: .number)) })
        },
        row("two fields of an item") { $0.capabilities.comparesFields ? "yes" : "–" },
    ]

    // MARK: - Order and pages

    private static func sorts(_ fields: [String]) -> [SearchRequest] {
        fields.filter { module.fields[$0]?.isSortable == true }.flatMap { field in
            [SortOrder.ascending, .descending].map { order in
                request { $0.sort = [SortKey(.value(field), order)] }
            }
        }
    }

    private static let orders: [SupportTable.Row] = [
        row("by numbers and dates", sorts(numbers)), row("by texts and choices", sorts(words)),
        row(
            "by metadata",
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
        row(
            "three keys",
            [request { $0.sort = ["age", "title", "language"].map { SortKey(.value($0)) } }]),
        row("by a field of a related item") { $0.capabilities.sortsAcrossRelations ? "yes" : "–" },
    ]

    private static let pages: [SupportTable.Row] = [
        row(
            "pages by number or offset",
            [
                request { $0.page = .page(3, size: 7) }, request { $0.page = .offset(10, limit: 5) },
            ]),
        row(
            "pages by cursor",
            [nil, "age", "title"].map { field in
                request {
                    $0.page = .cursor(nil, limit: 5)
                    $0.sort = field.map { [SortKey(.value($0))] } ?? []
                }
            }),
        row("the whole result") { $0.page = .all },
        row("item 100,000 by its page", [request { $0.page = .page(1_000, size: 100) }]),
        row("largest page") { $0.capabilities.maximumPageSize.map { "\($0)" } ?? "any" },
    ]

    // MARK: - Full text and facets

    private static func text(_ name: String, _ searches: TextSearch...) -> SupportTable.Row {
        row(
            name,
            searches.map { search in
                var request = SearchRequest(module: TextCases.module)
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
        text("all words, the last one begun", search("war pea"), search(.all("the war o"))),
        text(
            "whole words, a phrase, none of the words",
            search(.all("war peace", matching: .wholeWords)), search(.phrase("war of the")),
            search(.all("war").and(.none("peace", matching: .wholeWords)))),
        text("some of the words", search(.any("war valjean", matching: .wholeWords))),
        text("every word begun", search(.all("wa pea", matching: .prefixes)), search(.any("war valj"))),
        text("parts of words", search(.all("orld", matching: .partsOfWords))),
        text("typos", search("tolstoi") { $0.mode = .anyWord }),
        text("some fields only", search("hugo") { $0.fields = ["names"] }),
        row("with filters, sorted") { request in
            request = SearchRequest(module: TextCases.module)
            request.page = .page(1, size: 5)
            request.text = TextSearch("war")
            request.sort = [SortKey(.value("year"))]
            request.filter = .leaf(.init(.greater, "year", value: .integer(1865), type: .number))
        },
    ]

    private static func facets(isDisjunctive: Bool) -> [SearchRequest] {
        (numbers + words + lists).filter { module.fields[$0]?.facet != nil }.map { name in
            request { request in
                request.facets = [FacetRequest(name, isDisjunctive: isDisjunctive)]
                guard isDisjunctive, let field = module.fields[name],
                    let leaf = LeafCases.leaves(field).first(where: { $0.operation == .in })
                else { return }
                request.refinements = [FacetRefinement(name, .leaf(leaf))]
            }
        }
    }

    private static let facets: [SupportTable.Row] = [
        row("facets, with statistics of numbers", facets(isDisjunctive: false)),
        row("disjunctive facets, refined", facets(isDisjunctive: true)),
        row("facets of a full-text search") { request in
            request = SearchRequest(module: Topics.module)
            request.page = .page(1, size: 5)
            request.text = TextSearch("war")
            request.facets = [FacetRequest("year"), FacetRequest("topics")]
        },
    ]

    // MARK: - Other features

    private static let others: [SupportTable.Row] = [
        row("by ids") { $0.ids = ["it's", "a\"b", "nowhere"] },
        row(
            "reverse look-ups",
            [
                request { $0.related = [RelatedItems(field: "maker", ids: ["m1"])] },
                request { $0.related = [RelatedItems(field: "makers", ids: nil)] },
            ]),
        row("filters across relations") {
            $0.capabilities.conditionsAcrossRelations ? "engine" : "client"
        },
        row("members of objects, also relations") { $0.capabilities.queriesMembers ? "yes" : "–" },
        row("one object of a list: one condition") { $0.refusal(of: part([.equal])) == nil ? "yes" : "–" },
        row("one object of a list: two conditions") {
            $0.refusal(of: part([.equal, .greater])) == nil ? "yes" : "–"
        },
        row("related items (`include`)") { $0.capabilities.includes ? "engine" : "client" },
        row("selected fields", [request { $0.fields = ["title", "age"] }]),
        row("selected members of objects") { $0.capabilities.selectsMembers ? "engine" : "client" },
        row(
            "segments by tags",
            [
                request { $0.segment = Segment(tags: [Tag(name: "brand", value: "A")]) },
                request {
                    $0.segment = Segment(
                        tags: [Tag(name: "brand", value: "A"), Tag(name: "new")], mode: .total)
                },
            ]),
        row("one language of localized texts") { $0.locale = "en" },
        row("the order of a language") { request in
            request.sort = [SortKey(.value("title"))]
            request.settings.sortLocale = "en-EN"
        },
        row("sums and groups") { $0 is any AggregatingEngine ? "engine" : "client" },
        row("writes") { $0 is any WritableEngine ? "yes" : "–" },
    ]
}
