import Foundation
import QuireCore
import QuireEngine

/// Every engine returns the same typed items: included relations, reverse lookups, projections, ids, segments.
enum ItemChecks {
    static let all: [ConformanceCheck] = [
        check("typed items with their metadata", needs: sorting, items),
        check("included relations", includes),
        check("reverse lookups", needs: sorting, related),
        check("ids", needs: { engine, _ in engine.sortsByValue || engine.countsTotal }, ids),
        check("segments by tags", needs: sorting, segments),
        check("projections", projections),
        check("invalid queries are rejected", needs: { _, options in options.checksFields }, refusals),
    ]

    /// The queries of these checks are sorted by a title.
    private static let sorting: ConformanceCheck.Needs = { engine, _ in engine.sortsByValue }

    private static func check(
        _ name: String, needs: @escaping ConformanceCheck.Needs = { _, _ in true },
        _ run: @escaping @Sendable (Examination) async throws -> Void
    ) -> ConformanceCheck {
        ConformanceCheck(.items, name, over: { _ in Library.tables }, needs: needs, run: run)
    }

    private static func items(_ examination: Examination) async throws {
        let query = Novels.query().sort(by: \.title).page(1, size: 200)
        guard try await examination.supports(query.request) else { return }
        let novels = try await examination.client.fetch(query).items
        examination.expect(
            novels.map(\.values), equals: Library.novels.map(\.values), for: "the values: \(query)")
        examination.expect(
            novels.map(\.metadata), equals: Library.novels.map(\.metadata), for: "the metadata: \(query)")
        examination.expect(
            novels == Library.novels, equals: true, for: "whether all items are equal: \(query)")
        examination.expect(
            novels.first?.metadata.createdAt, equals: Date(timeIntervalSince1970: 1_419_769_800.123),
            for: "createdAt: \(query)")
    }

    private static func includes(_ examination: Examination) async throws {
        let content = examination.client
        let emma = Novels.query().ids(["b'1"])
        let book = try await content.first(emma.include(\.author, \.editors))
        examination.expect(book?.author?.item?.fullName, equals: "Jane Austen", for: "the included author")
        examination.expect(
            book?.editors.map(\.id), equals: ["a2", "lost", "a1"], for: "the ids of included relations")
        examination.expect(
            book?.editors.map { $0.item?.fullName }, equals: ["Agnes Grey", nil, "Jane Austen"],
            for: "included relations with a missing item")
        let deep = try await content.first(Novels.query().ids(["b3"]).include(\.author.mentor))
        examination.expect(
            deep?.author?.item?.mentor?.item?.fullName, equals: "Jane Austen", for: "a nested relation")
        let plain = try await content.first(emma)
        examination.expect(plain?.author?.id, equals: "a1", for: "the id of a relation that is not included")
        examination.expect(
            plain?.author?.item == nil, equals: true,
            for: "whether a relation that is not included stays an id")
    }

    private static func related(_ examination: Examination) async throws {
        let all = Novels.query().sort(by: \.title)
        let cases: [(Query<Novels>, [ContentID<Novels>])] = [
            (all.related(\.author, to: ["a1"]), ["b'1"]),
            (all.related(\.author, to: ["a1", "a2", "zzz"]), ["b'1", "b3"]),
            (all.related(\.author), ["b'1", "b3"]),
            (all.related(\.author, to: []), []),
            // The text that means any item on HALO's wire.
            (all.related(\.author, to: ["*"]), []),
            (all.related(\.editors, to: ["a1"]), ["b'1"]),
            (all.related(\.editors), ["b'1"]),
            (all.related(\.editors, to: ["a1"]).related(\.author, to: ["a2"]), []),
            (all.related(\.author).where(\.age < 10), ["b3"]),
        ]
        try await expect(cases, examination)
    }

    private static func ids(_ examination: Examination) async throws {
        let all = Novels.query().sort(by: \.title)
        let cases: [(Query<Novels>, [ContentID<Novels>])] = [
            (all.ids(["b2", "b'1", "b2", "zzz"]), ["b'1", "b2"]),
            (all.ids([]), []),
            (all.ids(["b2", "b3"]).where(\.age >= 10), ["b2"]),
        ]
        try await expect(cases, examination)
        guard examination.engine.capabilities.countsTotal else { return }
        let content = examination.client
        for (query, count) in [
            (all.ids(["b2", "b3"]), 2), (Novels.query(), 3), (Novels.query().where(\.title == "zzz"), 0),
        ] where try await examination.supports(query.request) {
            examination.expect(try await content.count(query), equals: count, for: "the count of \(query)")
        }
    }

    private static func segments(_ examination: Examination) async throws {
        let all = Novels.query().sort(by: \.title)
        let brand = Tag(name: "brand", value: "A")
        let new = Tag(name: "new")
        let cases: [(Query<Novels>, [ContentID<Novels>])] = [
            (all.tags([brand]), ["b'1", "b3"]),
            (all.tags([brand, new]), ["b'1", "b3", "b2"]),
            (all.tags([brand, new], mode: .total), ["b3"]),
            (all.tags([Tag(name: "brand", value: "B")]), []),
            (all.tags([Tag(name: "brand")]), []),
            (all.tags([]), ["b'1", "b3", "b2"]),
        ]
        try await expect(cases, examination)
    }

    private static func expect(
        _ cases: [(Query<Novels>, [ContentID<Novels>])], _ examination: Examination
    ) async throws {
        let content = examination.client
        for (query, ids) in cases where try await examination.supports(query.request) {
            examination.expect(try await content.ids(query), equals: ids, for: "\(query)")
        }
    }

    private static func projections(_ examination: Examination) async throws {
        let engine = examination.engine
        let content = ContentClient(engine: engine)
        let sorted = Novels.query().sort(by: \.title)
        if try await examination.supports(sorted.request) {
            let rows = try await content.fetch(sorted.select(\.title, \.released))
            examination.expect(
                rows.map(\.0), equals: ["Emma", "Evelina", "Persuasion"], for: "the titles alone")
            examination.expect(
                rows.map(\.1), equals: [Date(timeIntervalSince1970: -86_400), nil, nil],
                for: "the dates beside the titles"
            )
            let keyed = try await content.fetch(sorted.select(\.id, \.title, \.createdAt, \.metadata))
            let novels = Library.novels
            examination.expect(keyed.map(\.0), equals: novels.map(\.id), for: "ids in a selection")
            examination.expect(
                keyed.map(\.1), equals: novels.map(\.title), for: "titles beside ids in a selection")
            examination.expect(
                keyed.map(\.2), equals: novels.map(\.metadata.createdAt),
                for: "a date of the metadata in a selection")
            examination.expect(
                keyed.map(\.3), equals: novels.map(\.metadata), for: "the metadata in a selection")
        }
        for fields in [[], ["title"], ["editors", "age"]]
        where examination.options.supportsEmptyProjections || !fields.isEmpty {
            var request = Novels.query().ids(["b'1"]).request
            request.fields = fields
            guard try await examination.supports(request) else { continue }
            let response = parse(String(decoding: try await engine.searchData(request), as: UTF8.self))
            guard case .array(let items)? = response["items"],
                case .object(let values)? = items.first?["values"]
            else {
                examination.note("\(request)", expected: "an item with values", found: "\(response)")
                continue
            }
            examination.expect(
                values.filter { $0.value != .null }.map(\.name).sorted(), equals: fields.sorted(),
                for: "the fields in the page's bytes: \(request)")
        }
    }

    private static func refusals(_ examination: Examination) async throws {
        guard examination.options.checksFields else { return }
        let engine = examination.engine
        let changes: [(name: String, change: @Sendable (inout SearchRequest) -> Void, QueryError.Reason)] = [
            ("unknown fields", { $0.fields = ["titel"] }, .unknownProperty),
            ("include of an unknown field", { $0.include = [IncludePath(["autor"])] }, .unknownProperty),
            ("include of a text", { $0.include = [IncludePath(["title"])] }, .incompatibleOperation),
            (
                "related by an unknown field", { $0.related = [RelatedItems(field: "autor", ids: nil)] },
                .unknownProperty
            ),
            (
                "related by a text", { $0.related = [RelatedItems(field: "title", ids: nil)] },
                .incompatibleOperation
            ),
            ("sort by an unknown field", { $0.sort = [SortKey(.value("titel"))] }, .unknownProperty),
            ("sort by unknown metadata", { $0.sort = [SortKey(.metadata("title"))] }, .unknownProperty),
            ("sort by a place", { $0.sort = [SortKey(.value("place"))] }, .incompatibleOperation),
            (
                "filter of unknown metadata",
                { $0.metaFilter = .leaf(.init(.equal, "title", value: .string("x"), type: .string)) },
                .unknownProperty
            ),
        ]
        for (name, change, reason) in changes {
            var request = Novels.query().request
            change(&request)
            guard engine.capabilities.includes || request.include.isEmpty,
                engine.capabilities.sortsByValue || request.sort.isEmpty
            else { continue }
            try await examination.expectInvalid(request, reason, named: name) {
                _ = try await engine.searchData($0)
            }
        }
    }
}
