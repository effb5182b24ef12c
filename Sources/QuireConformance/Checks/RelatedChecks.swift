import QuireCore
import QuireEngine

/// Every engine returns the same fields of related items, and sorts and groups by them in the same way if it can.
enum RelatedChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            .items, "projections across relations", over: { _ in Library.tables }, needs: { _, _ in true },
            run: projections),
        ConformanceCheck(
            .items, "orders across relations", over: { _ in Library.tables },
            needs: { engine, _ in engine.sortsAcrossRelations }, run: orders),
        ConformanceCheck(.aggregates, "groups across relations", over: { _ in Library.tables }, run: groups),
    ]

    private static func projections(_ examination: Examination) async throws {
        let content = examination.client
        let expected: [(ContentID<Novels>, String)] = [
            ("b'1", #"Emma, Jane Austen, -, ["Agnes Grey", "Jane Austen"], ["a1"]"#),
            ("b2", "Persuasion, -, -, [], []"), ("b3", "Evelina, Agnes Grey, Jane Austen, [], []"),
        ]
        for (id, row) in expected {
            let rows = try await content.fetch(
                Novels.query().ids([id]).select(
                    \.title, \.author.fullName, \.author.mentor.fullName, \.editors.fullName, \.editors.mentor
                ))
            examination.expect(
                rows.map { "\($0), \($1 ?? "-"), \($2 ?? "-"), \($3), \($4.map(\.rawValue))" }, equals: [row],
                for: "fields of related items of \(id)")
        }
    }

    private static func orders(_ examination: Examination) async throws {
        let content = examination.client
        let all = Novels.query()
        let cases: [(Query<Novels>, [ContentID<Novels>])] = [
            (all.sort(by: \.author.fullName), ["b2", "b3", "b'1"]),
            (all.sort(by: \.author.fullName, .descending), ["b'1", "b3", "b2"]),
            (all.sort(by: \.author.mentor.fullName).sort(by: \.title, .descending), ["b2", "b'1", "b3"]),
        ]
        for (query, ids) in cases where try await examination.supports(query.request) {
            examination.expect(try await content.ids(query), equals: ids, for: "\(query)")
        }
    }

    /// The engine's own groups, and those of a client that reads the items.
    private static func groups(_ examination: Examination) async throws {
        let cases: [(GroupedQuery<Novels, String>, [AggregateResponse.Row])] = [
            (
                Novels.query().group(by: \.author.fullName),
                [
                    row(nil, count: 1, ages: 16), row("Agnes Grey", count: 1, ages: 9),
                    row("Jane Austen", count: 1, ages: 12),
                ]
            ),
            (
                Novels.query().group(by: \.author.mentor.fullName),
                [row(nil, count: 2, ages: 28), row("Jane Austen", count: 1, ages: 9)]
            ),
        ]
        for (groups, expected) in cases {
            let request = groups.request(.count, .sum(\.age))
            if let engine = examination.engine as? WatchedEngine, engine.computesAggregates {
                if let refusal = try await examination.error({ try engine.validate(request) }) {
                    examination.noteRefusal(refusal, of: "\(request)")
                    if !(refusal is UnsupportedError) || engine.capabilities.groupsAcrossRelations {
                        examination.note(
                            "validate: \(request)", expected: "no error, as the capabilities say",
                            found: "threw \(refusal)")
                    }
                } else {
                    examination.expect(
                        try await engine.aggregate(request).rows, equals: expected, for: "\(request)")
                }
            }
            var read = request
            read.search.fallback = .clientSide(maxScanned: 100)
            examination.expect(
                try await examination.client.response(read).rows, equals: expected,
                for: "\(read), with a fallback")
        }
    }

    private static func row(_ name: String?, count: Int64, ages: Int64) -> AggregateResponse.Row {
        AggregateResponse.Row(
            key: name.map(FilterValue.string) ?? .null, results: [.integer(count), .integer(ages)])
    }
}
