import Foundation
import QuireCore
import QuireOpenSearch
import QuireRemote
import QuireSchema
import QuireStore
import QuireTerminal
import QuireText
import QuireTypesense

/// Runs a load until it finishes, fails, or is stopped.
struct Loading: Sendable {
    let settings: LoadSettings
    let modules: [ModuleDescriptor]
    private let output: Output
    private let errors: Output
    private let states: LoadStates

    init(_ settings: LoadSettings, modules: [ModuleDescriptor], output: Output, errors: Output) {
        self.settings = settings
        self.modules = modules
        self.output = output
        self.errors = errors
        states = LoadStates(folder: settings.stateFolder)
    }

    /// Loads until the end, SIGINT or SIGTERM. Returns the exit code.
    func run() async -> Int32 {
        let signals = StopSignals()
        let work = Task { try await load() }
        let watch = Task {
            guard let number = await signals.next() else { return Int32?.none }
            work.cancel()
            return number
        }
        let result = await work.result
        watch.cancel()
        switch result {
        case .success(let leftOut): return leftOut == 0 ? 0 : 1
        case .failure(let error):
            if error is CancellationError || work.isCancelled {
                say("quire: stopped; run the command again to resume")
                return 128 + (await watch.value ?? 2)
            }
            if let failure = error as? DataFiles.Failure {
                try? errors.line(failure.line)
            } else {
                try? errors.error(sentence(error), of: "quire")
            }
            return 1
        }
    }

    /// Loads all files. Returns the number of skipped lines.
    private func load() async throws -> Int {
        let files = try DataFiles(
            paths: settings.paths, modules: modules.map(\.name), formerNames: formerNames,
            module: settings.module,
            hint: "; or specify its module: --module <name>")
        let engine = try await LoadEngine(settings, modules: modules)
        do {
            let leftOut = try await load(files.files, into: engine)
            await engine.close()
            return leftOut
        } catch {
            await engine.close()
            throw error
        }
    }

    /// The modules by their former names.
    private var formerNames: [String: String] {
        Dictionary(modules.flatMap { module in module.formerNames.map { ($0, module.name) } }) { first, _ in
            first
        }
    }

    private func load(_ files: [DataFiles.File], into engine: LoadEngine) async throws -> Int {
        var patience = settings.maximumProblems
        var leftOut = 0
        for module in modules {
            let own = files.filter { $0.module == module.name }
            if own.isEmpty { continue }
            let target = engine.target(module)
            for name in settings.conversion.map.values.sorted()
            where !module.fields.fields.contains(where: { $0.name == name }) {
                throw DataFiles.Failure(
                    description: "--map: \(module.name) has no field \(quoted(name))"
                        + NearName.hint(for: name, among: module.fields.fields.map(\.name)))
            }
            let identities = try own.map { try identity(of: $0) }
            let ground = try await prepare(target, identities)
            for (file, identity) in zip(own, identities) {
                let state = try await load(
                    file, of: module, identity: identity, into: target, ground: ground, patience: &patience)
                leftOut += state.leftOut
            }
            try await target.finish()
            for identity in identities { states.remove(identity, target.name) }
        }
        return leftOut
    }

    /// Prepares the target, resuming an earlier load if possible.
    private func prepare(_ target: any LoadTarget, _ files: [FileIdentity]) async throws -> LoadGround {
        let earlierStates = files.compactMap { states.state(of: $0, into: target.name) }
        let resumes = !settings.restarts && !earlierStates.isEmpty
        let ground = try await target.prepare(resuming: resumes)
        guard resumes, !earlierStates.contains(where: { $0.ground == ground.identity }) else { return ground }
        // The existing data is from a different load and must not be resumed.
        return try await target.prepare(resuming: false)
    }

    private func load(
        _ file: DataFiles.File, of module: ModuleDescriptor, identity: FileIdentity,
        into target: any LoadTarget, ground: LoadGround, patience: inout Int
    ) async throws -> LoadState {
        let state = beginning(of: identity, file: file, target: target, ground: ground)
        if state.isWhole { return state }
        let converted = try LoadedLines(
            file, module: module, options: settings.conversion, mostProblems: patience)
        defer { converted.remove() }
        for note in converted.notes { say(note.text(in: file.path)) }
        let report = LoadReport(
            file, from: state, states, size: converted.size ?? identity.size, patience: patience,
            showsProgress: !settings.isQuiet, on: errors)
        // Remove the bar before anything is reported.
        defer { report.end() }
        do {
            if let batch = converted.unreadable(after: state.position) { try report.take(batch) }
            try await target.load(converted.path, from: state.position, batchSize: settings.batchSize) {
                try report.take(converted.located($0))
            }
        } catch {
            // Mistyped keys may be the reason why the lines do not fit.
            report.end()
            tell(report.unknownKeys, of: file)
            throw error
        }
        var done = report.state
        done.isWhole = true
        try states.keep(done)
        patience = report.patienceLeft
        report.end()
        tell(report.unknownKeys, of: file)
        if done.position.line == 0, done.loaded == 0 {
            say("\(file.path): warning: the file is empty, so nothing is loaded from it")
        }
        let leftOut = done.leftOut > 0 ? ", \(Text.count(done.leftOut, "line")) skipped" : ""
        if !settings.isQuiet {
            try? output.line(
                "\(FileName.of(file.path)): \(Text.count(done.loaded, "item")) of \(file.module) loaded into "
                    + "\(target.title)\(leftOut)")
        }
        return done
    }

    /// The identity of a file. Other options read other items from it.
    private func identity(of file: DataFiles.File) throws -> FileIdentity {
        var identity = try FileIdentity(path: file.path)
        let options = settings.conversion
        if options.isEmpty { return identity }
        identity.path += " --id \(options.id ?? "")"
        for (key, field) in options.map.sorted(by: { $0.key < $1.key }) {
            identity.path += " --map \(key)=\(field)"
        }
        return identity
    }

    /// The position at which to start a file: where an earlier load of it into the same target stopped.
    private func beginning(
        of identity: FileIdentity, file: DataFiles.File, target: any LoadTarget, ground: LoadGround
    ) -> LoadState {
        let fresh = LoadState(
            target: target.name, ground: ground.identity, file: identity, position: .start)
        guard !settings.restarts, let state = states.state(of: identity, into: target.name) else {
            return fresh
        }
        let name = FileName.of(file.path)
        if state.file != identity {
            say("\(name) has changed since an earlier load was stopped: it is loaded from the beginning")
            return fresh
        }
        if state.ground != ground.identity || ground.isEmpty {
            say("\(target.title) is not the target of the earlier load: \(name) is loaded from the beginning")
            return fresh
        }
        say(
            state.isWhole
                ? "\(name): already loaded by the earlier load; --restart loads it again"
                : "\(name): resuming after line \(Text.count(state.position.line)), where an earlier load stopped; "
                    + "--restart starts over")
        return state
    }

    private func tell(_ keys: [UnknownKey], of file: DataFiles.File) {
        guard let module = modules.first(where: { $0.name == file.module }) else { return }
        for line in UnknownKeyNote.lines(keys, in: file.path, of: module) { say(line) }
    }

    private func sentence(_ error: any Error) -> String {
        guard let error = error as? LoadReport.TooManyProblems else { return "\(error)" }
        let text =
            "more than \(Text.count(settings.maximumProblems, "line")) cannot be loaded; --max-errors allows more"
        return error.wrongModule.map { "\(text). No line was valid: does the file contain \($0)?" } ?? text
    }

    private func say(_ text: String) {
        // Nobody may be there to read it. The load continues.
        if !settings.isQuiet { try? errors.line(text) }
    }
}

/// The engine of a load, opened for all of its modules.
struct LoadEngine: Sendable {
    private let settings: LoadSettings
    private let opened: Opened

    private enum Opened: Sendable {
        #if SQLite
        case store(Store, String)
        #endif
        case cluster(any InstanceLoading)
    }

    /// - Throws: The engine's errors; `DataFiles.Failure` if this build does not include the engine.
    init(_ settings: LoadSettings, modules: [ModuleDescriptor]) async throws {
        self.settings = settings
        switch settings.engine.kind {
        case .store:
            #if SQLite
            let path = settings.engine.store ?? ""
            var options = StoreOptions()
            options.embedder = settings.engine.embedder(modules)
            opened = .store(try await Store(.file(path), modules: modules, options: options), path)
            #else
            throw OpeningFailure.noStore
            #endif
        case .typesense, .opensearch, .algolia, .halo, .pocketbase:
            guard let engine = try await settings.engine.loader() else {
                throw OpeningFailure("\(settings.engine.kind.rawValue) cannot be loaded into")
            }
            opened = .cluster(engine)
        }
    }

    /// The target for a module's items.
    func target(_ module: ModuleDescriptor) -> any LoadTarget {
        switch opened {
        #if SQLite
        case .store(let store, let path):
            StoreTarget(
                store: store, path: path, module: module, requiresFields: !settings.takesDrafts,
                embeds: settings.engine.embedder != nil)
        #endif
        case .cluster(let engine):
            ClusterTarget(
                engine, address: settings.engine.address, module: module,
                requiresFields: !settings.takesDrafts, replaces: settings.replaces)
        }
    }

    func close() async {
        #if SQLite
        if case .store(let store, _) = opened { await store.close() }
        #endif
    }
}
