import Foundation
import QuireCluster
import QuireCore
import QuireEngine

/// Prepares the index of one module: creates it, checks it, or fills a new one that replaces it.
struct IndexPreparation {
    let engine: OpenSearchEngine
    let names: IndexNames
    let module: ModuleDescriptor
    let filling: ClusterFilling
    let isRestarting: Bool
    let progress: @Sendable (PreparationProgress) -> Void

    private var administration: IndexAdministration { engine.administration }
    private var settings: OpenSearchSettings { engine.settings }

    func run() async throws {
        let live = try await administration.indices(behind: names.alias)
        guard live.count <= 1 else {
            throw changed(names.alias, ["the alias points at \(live.joined(separator: ", "))"])
        }
        guard let old = live.first else { return try await begin() }
        guard names.fits(old) else { return try await replace(old) }
        let differences = try await administration.differences(of: old, from: module)
        if differences.isEmpty { return await administration.noteIfMissing(of: old, for: module) }
        guard isRestarting else { throw changed(old, differences) }
        try await replace(old)
    }

    /// The module has no live index.
    private func begin() async throws {
        if case .engine(let source) = filling {
            let new = try await emptyIndex(names.base)
            try await fill(new, from: source)
            try await administration.refresh(new)
            return try await administration.point(names.alias, at: new, insteadOf: [])
        }
        if try await administration.create(names.base, for: module, alias: names.alias) { return }
        // An index that never went live.
        try await check(names.base)
        try await administration.point(names.alias, at: names.base, insteadOf: [])
    }

    private func replace(_ old: String) async throws {
        let name = old == names.base ? names.renewed : names.base
        let turn = IndexSwitch(administration: administration, names: names)
        switch filling {
        case .copying:
            if try await !administration.create(name, for: module) { try await check(name) }
            try await copy(old, to: name, turn)
        case .engine(let source):
            let new = try await emptyIndex(name)
            try await fill(new, from: source)
            try await administration.refresh(new)
            try await turn.run(from: [old], to: new)
        case .nothing: try await turn.run(from: [old], to: try await emptyIndex(name))
        }
    }

    /// The maximum number of passes before writes are blocked. They end early when few changes are left.
    private static let maximumPasses = 5

    private func copy(_ old: String, to new: String, _ turn: IndexSwitch) async throws {
        let copy = IndexCopy(
            connection: administration.connection, settings: settings, module: IndexedModule(module),
            old: old,
            new: new)
        var stored = 0
        func pass() async throws -> Int {
            try await administration.refresh(old)
            try await administration.refresh(new)
            let before = stored
            return try await copy.pass { changes in
                stored = before + changes
                report(stored)
            }
        }
        for _ in 0..<Self.maximumPasses where try await pass() <= settings.batchSize { break }
        // From here on the old index cannot be written to. Writers wait until the alias points to the new one.
        try await turn.run(from: [old], to: new) {
            _ = try await pass()
            try await administration.refresh(new)
        }
    }

    private func fill(_ index: String, from source: any ContentEngine) async throws {
        var stored = 0
        try await source.readInstances(of: module) { instances, total in
            let failures = try await engine.store(
                instances, behind: IndexNames.writer(of: index), of: module, refresh: .later)
            for case let failure? in failures { throw failure }
            stored += instances.count
            report(stored, of: total)
        }
    }

    /// Creates an empty index. An unfinished one with this name is deleted first, because it may hold wrong documents.
    private func emptyIndex(_ name: String) async throws -> String {
        if try await administration.create(name, for: module) { return name }
        guard isRestarting else {
            throw CollectionError(
                .unfinished, engine: ClusterConnection.engineName, collection: name,
                facts: ["no alias points at it"]
            )
        }
        try await administration.remove(name)
        guard try await administration.create(name, for: module) else {
            throw CollectionError(
                .unfinished, engine: ClusterConnection.engineName, collection: name,
                facts: ["another process made it again"])
        }
        return name
    }

    private func check(_ index: String) async throws {
        let differences = try await administration.differences(of: index, from: module)
        guard differences.isEmpty else { throw changed(index, differences) }
    }

    private func changed(_ index: String, _ facts: [String]) -> CollectionError {
        CollectionError(.changed, engine: ClusterConnection.engineName, collection: index, facts: facts)
    }

    private func report(_ stored: Int, of total: Int? = nil) {
        progress(PreparationProgress(module: module.name, stored: stored, total: total))
    }
}
