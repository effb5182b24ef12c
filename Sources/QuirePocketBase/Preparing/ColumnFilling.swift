import Foundation
import QuireCore
import QuireRemote

/// Fills the columns that a changed schema adds to a collection with records, while others write them.
///
/// | step | columns | ends |
/// |---|---|---|
/// | fill | hidden: no user can filter or sort by them | when a reading of all changes since the last one finds every value right |
/// | check | visible: writers that know the columns keep them right | when the same is true of all records, and of the changes since |
///
/// Every step compares each record with the values that a write would store, so a process that was killed in between
/// loses nothing: the next one starts with the first step that is not done.
struct ColumnFilling {
    let engine: PocketBaseEngine
    let layout: CollectionLayout
    let onProgress: @Sendable (PreparationProgress) -> Void

    private var administration: CollectionAdministration {
        CollectionAdministration(connection: engine.connection)
    }

    /// - Throws: `CollectionError` if writers that do not know the columns go on; the errors of the requests.
    func run() async throws {
        let states = try await states()
        let columns = states.filter { $0.value != .whole }.map(\.key).sorted()
        guard !columns.isEmpty else { return }
        let filler = RecordFiller(engine, layout, columns: columns)
        if states.values.contains(.filling) {
            try await settle(filler, onProgress)
            try await set(columns, to: .checking)
        }
        do {
            try await settle(filler) { _ in }
        } catch let error as CollectionError {
            try await set(columns, to: .filling)
            throw error
        }
        try await set(columns, to: .whole)
    }

    /// Corrects all records, then those that others have written since, until none is left.
    private func settle(
        _ filler: RecordFiller, _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws {
        var reading = try await filler.read(since: nil, onProgress)
        var pause = engine.fillingTimes.pause
        for _ in 0..<max(1, engine.fillingTimes.readings) {
            // A record is dated before it is committed.
            let start = reading.date.addingTimeInterval(-engine.settings.syncs.overlap.seconds)
            reading = try await filler.read(since: start) { _ in }
            if reading.corrected == 0 { return }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(3))
        }
        throw CollectionError(
            .outdatedWriters, collection: layout.name,
            facts: [
                "again and again, records were written without "
                    + filler.columns.map { "\"\($0)\"" }.joined(separator: ", ")
            ])
    }

    // MARK: - The states of the columns

    private func states() async throws -> [String: ColumnState] {
        let fields = try await administration.collection(layout.name).member("fields")?.elements ?? []
        let derived = Set(layout.fields.flatMap(\.shadowNames))
        var states: [String: ColumnState] = [:]
        for field in fields {
            guard let name = field.member("name")?.string, derived.contains(name) else { continue }
            states[name] = ColumnState(of: field)
        }
        return states
    }

    /// Another program that changes collections at the same time may undo the change, so it is checked.
    private func set(_ columns: [String], to state: ColumnState) async throws {
        for _ in 0..<3 {
            let live = try await administration.collection(layout.name)
            let fields = (live.member("fields")?.elements ?? []).map { field in
                columns.contains(field.member("name")?.string ?? "") ? state.applied(to: field) : field
            }
            try await administration.put([live.setting("fields", .array(fields))])
            let states = try await states()
            if columns.allSatisfy({ states[$0] == state }) { return }
        }
        throw CollectionError(.changing, collection: layout.name, facts: columns.map { "\"\($0)\"" })
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval { Double(milliseconds) / 1_000 }
}
