import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Prepares the index of one module: creates it, checks it, or fills a new one that replaces it.
struct IndexPreparation {
    let engine: OpenSearchEngine
    let names: IndexNames
    let module: ModuleDescriptor
    let filling: ClusterFilling
    let isRestarting: Bool
    let progress: @Sendable (PreparationProgress) -> Void

    var administration: IndexAdministration { engine.administration }
    private var settings: OpenSearchSettings { engine.settings }

    /// What is to be done.
    enum Step {
        /// The live index matches.
        case keep(String)
        /// There is no live index. A renamed module may have one under a former name.
        case begin(former: (name: String, index: String)?)
        /// The live index is for another schema.
        case replace(String)
        /// The live index was changed by something else.
        case repair(String, differences: [String])
    }

    /// Decides what is to be done. Only reads.
    ///
    /// - Throws: `CollectionError` if an index was changed by something else, and may not be recreated.
    func step() async throws -> Step {
        let live = try await administration.ownIndices(of: names)
        guard live.count <= 1 else {
            throw changed(names.alias, ["the alias points at \(live.joined(separator: ", "))"])
        }
        guard let old = live.first else { return .begin(former: try await former()) }
        guard names.fits(old) else { return .replace(old) }
        let differences = try await administration.differences(of: old, from: module)
        if differences.isEmpty { return .keep(old) }
        guard isRestarting else { throw changed(old, differences) }
        return .repair(old, differences: differences)
    }

    func run() async throws {
        switch try await step() {
        case .keep(let index):
            await administration.noteIfMissing(of: index, for: module)
            let layout = try engine.layout(of: module)
            _ = try await IndexRepair(engine: engine, layout: layout, index: index) { report($0) }.fill()
            engine.descriptions.forget(layout)
        case .begin(let former): try await begin(former?.index)
        case .replace(let old), .repair(let old, _): try await replace(old)
        }
    }

    /// The index of a renamed module under its latest former name that has one.
    private func former() async throws -> (name: String, index: String)? {
        for name in module.formerNames {
            guard let names = try? IndexNames(ModuleDescriptor(name: name, fields: []), settings) else {
                continue
            }
            if let index = try await administration.indices(behind: names.alias).first {
                return (name, index)
            }
        }
        return nil
    }

    /// The name of the index that replaces another.
    func next(after old: String) -> String { old == names.base ? names.renewed : names.base }

    /// The module has no live index.
    private func begin(_ former: String?) async throws {
        if case .engine(let source) = filling {
            let new = try await emptyIndex(names.base)
            try await fill(new, from: source)
            try await administration.refresh(new)
            return try await administration.point(names.alias, at: new, insteadOf: [])
        }
        if let former, case .copying = filling {
            if try await !administration.create(names.base, for: module) { try await check(names.base) }
            // The former index stays, for apps that use that name.
            try await copy(former, to: names.base) { _ in }
            try await administration.refresh(names.base)
            return try await administration.point(names.alias, at: names.base, insteadOf: [])
        }
        if try await administration.create(names.base, for: module, alias: names.alias) { return }
        // An index that never went live.
        try await check(names.base)
        try await administration.point(names.alias, at: names.base, insteadOf: [])
    }

    private func replace(_ old: String) async throws {
        let name = next(after: old)
        let turn = IndexSwitch(administration: administration, names: names)
        switch filling {
        case .copying:
            if try await !administration.create(name, for: module) { try await check(name) }
            try await copy(old, to: name) { pass in
                // From here on the old index cannot be written to. Writers wait until the alias points to the new one.
                try await turn.run(from: [old], to: name) {
                    try await pass()
                    try await administration.refresh(name)
                }
            }
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

    /// Copies an index, pass by pass.
    ///
    /// - Parameter last: Receives the last pass.
    private func copy(
        _ old: String, to new: String, last: (_ pass: () async throws -> Void) async throws -> Void
    ) async throws {
        try await administration.checkForm(of: old)
        // Items of other programs have no place in the order that the copy follows.
        let repair = IndexRepair(engine: engine, layout: try engine.layout(of: module), index: old)
        _ = try await repair.fill()
        let layout = try engine.layout(of: module)
        let fields = ModuleNote.fieldNames(in: try await administration.note(of: old))
        let former = PlainDocument(
            layout.module, longitudeFirst: true,
            hidden: fields.map { fields in PlainDocument.hiddenMetadata { fields.contains($0) } })
        let copy = IndexCopy(
            connection: administration.connection, settings: settings,
            document: layout.document, former: former,
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
        try await last { _ = try await pass() }
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
        guard isRestarting else { throw unfinished(name) }
        try await administration.remove(name)
        guard try await administration.create(name, for: module) else {
            throw CollectionError(
                .unfinished, engine: ClusterConnection.engineName, collection: name,
                facts: ["another process made it again"])
        }
        return name
    }

    func check(_ index: String) async throws {
        let differences = try await administration.differences(of: index, from: module)
        guard differences.isEmpty else { throw changed(index, differences) }
    }

    func unfinished(_ index: String) -> CollectionError {
        CollectionError(
            .unfinished, engine: ClusterConnection.engineName, collection: index,
            facts: ["no alias points at it"])
    }

    private func changed(_ index: String, _ facts: [String]) -> CollectionError {
        CollectionError(.changed, engine: ClusterConnection.engineName, collection: index, facts: facts)
    }

    private func report(_ stored: Int, of total: Int? = nil) {
        progress(PreparationProgress(module: module.name, stored: stored, total: total))
    }
}
