import QuireCore
import QuireEngine

/// Every engine returns the same fields of related items, and sorts by them in the same way if it can.
enum RelatedChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            .items, "projections across relations", over: { _ in Library.tables }, needs: { _, _ in true },
            projections),
        ConformanceCheck(
            .items, "orders across relations", over: { _ in Library.tables },
            needs: { engine, _ in engine.sortsAcrossRelations }, orders),
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
                rows.map { "\($0), \($1 ?? "-"), \($2 ?? "-"), \($3), \($4.map(\.rawValue))" }, [row],
                "fields of related items of \(id)")
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
            examination.expect(try await content.ids(query), ids, "\(query)")
        }
    }
}
