import Foundation
import Quire

/// Makes the index of one module ready: makes it, checks it, or fills a new one from the old and puts it in its place.
struct IndexPreparation {
    let administration: IndexAdministration
    let names: IndexNames
    let module: ModuleDescriptor
    /// How long an index that was replaced is kept.
    var grace = IndexSwitch.usualGrace
    let progress: @Sendable (OpenSearchPreparation) -> Void

    private var settings: OpenSearchSettings { administration.settings }

    func run() async throws {
        let live = try await administration.indices(behind: names.alias)
        report(.checking, 0)
        if live.count == 1, names.fits(live[0]) {
            try await administration.check(live[0], for: module)
        } else if live.isEmpty {
            if try await !administration.create(names.base, for: module, alias: names.alias) {
                try await administration.check(names.base, for: module)
                try await administration.point(names.alias, at: names.base, insteadOf: [])
            }
        } else {
            guard live.count == 1 else {
                throw OpenSearchError(
                    .otherMapping, "prepare \(module.name)",
                    reason: "the alias \(names.alias) points at \(live.count) indices: "
                        + live.joined(separator: ", "))
            }
            try await replace(live[0])
        }
        report(.ready, 0)
    }

    /// Passes over both indices before writers are kept out: until little is left.
    private static let maximumPasses = 5

    private func replace(_ old: String) async throws {
        let new = names.base
        if try await !administration.create(new, for: module) {
            try await administration.check(new, for: module)
        }
        let copy = IndexCopy(
            connection: administration.connection, settings: settings, module: IndexedModule(module),
            old: old,
            new: new)
        func pass() async throws -> Int {
            try await administration.refresh(old)
            try await administration.refresh(new)
            return try await copy.pass { report(.copying, $0) }
        }
        for _ in 0..<Self.maximumPasses where try await pass() <= settings.batchSize { break }
        try await IndexSwitch(administration: administration, names: names, grace: grace).run(
            from: [old], to: new
        ) {
            report(.switching, 0)
            _ = try await pass()
            try await administration.refresh(new)
        }
    }

    private func report(_ phase: OpenSearchPreparation.Phase, _ documents: Int) {
        progress(OpenSearchPreparation(module: module.name, phase: phase, documents: documents))
    }
}
