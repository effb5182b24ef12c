/// One check of the suite: its documents and its queries.
struct ConformanceCheck: Sendable {
    let area: ConformanceArea
    let name: String
    let tables: @Sendable (ConformanceOptions) throws -> [DocumentTable]
    /// - Throws: An unexpected error of the engine, which becomes a difference.
    let run: @Sendable (Examination) async throws -> Void

    init(
        _ area: ConformanceArea, _ name: String, over table: DocumentTable,
        _ run: @escaping @Sendable (Examination) async throws -> Void
    ) {
        self.init(area, name, over: { _ in [table] }, run)
    }

    init(
        _ area: ConformanceArea, _ name: String,
        over tables: @escaping @Sendable (ConformanceOptions) throws -> [DocumentTable],
        _ run: @escaping @Sendable (Examination) async throws -> Void
    ) {
        self.area = area
        self.name = name
        self.tables = tables
        // An error ends the check and is reported as a difference.
        self.run = { examination in
            do {
                try await run(examination)
            } catch let error as CancellationError where Task.isCancelled {
                throw error
            } catch {
                examination.note(name, expected: "responses", found: "threw \(error)")
            }
        }
    }
}
