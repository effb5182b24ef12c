#if SQLite
import Foundation
import QuireCore
import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireServer
import QuireStore
import QuireTerminal
import QuireText
import QuireToolbox

/// Runs a server until it is stopped.
struct Serving: Sendable {
    let settings: ServeSettings

    init(_ settings: ServeSettings) { self.settings = settings }

    /// Serves until SIGINT or SIGTERM. Returns the exit code.
    func run() async -> Int32 {
        guard let schema = ServedSchema(paths: settings.schemas) else { return 1 }
        do {
            let names = schema.modules.map(\.descriptor.name)
            let data = ServedData(
                files: try DataFiles(paths: settings.data, modules: names),
                modules: schema.modules.map(\.descriptor))
            let store = try await Store(
                settings.store.map { .file($0) } ?? .memory, modules: schema.modules.map(\.descriptor))
            var options = options(schema)
            guard !settings.explores || options.isLoopback else {
                throw OpeningFailure(
                    "--explore needs a server that only this machine can reach. Leave out --host, or --explore."
                )
            }
            let explorer = try explorer(store)
            if let explorer { options.mount = { await explorer.respond(to: $0) } }
            let server = try DevelopmentServer(store: store, modules: schema.modules, options: options)
            try await data.load(into: store, isQuiet: settings.isQuiet)
            // Until here, a signal ends the program at once. The next start loads the data again.
            let signals = StopSignals()
            try await server.start()
            announce(server, schema, isLoopback: options.isLoopback)
            if let explorer { line("Explorer: \(explorer.url(at: server.url))") }
            let following = Task { await explorer?.follow() }
            await signals.next()
            following.cancel()
            await server.stop()
            await store.close()
            return 0
        } catch {
            printError((error as? DataFiles.Failure)?.line ?? "quire: error: \(error)")
        }
        return 1
    }

    /// The explorer of the store, if it is wanted.
    private func explorer(_ store: Store) throws -> Explorer? {
        guard settings.explores else { return nil }
        let label = settings.store.map { "Store \($0)" } ?? "Store in memory"
        var options = ExplorerOptions(title: label)
        options.mayWrite = settings.mayWrite
        options.queriesFile = settings.schemas.first.map(SavedQueriesPath.beside)
        return try Explorer(
            schema: .paths(settings.schemas),
            engines: [ExploredEngine(.store, label: label, engine: store)], options: options)
    }

    private func options(_ schema: ServedSchema) -> DevelopmentServer.Options {
        var options = DevelopmentServer.Options(port: settings.port)
        options.host = settings.host
        options.allowedHosts = settings.allowedHosts
        options.allowedOrigins = settings.allowedOrigins
        options.locales = schema.locales
        options.credentials = settings.credentials.map { .init(clientID: $0.id, clientSecret: $0.secret) }
        if !settings.isQuiet { options.log = { printError("\($0)") } }
        return options
    }

    private func announce(_ server: DevelopmentServer, _ schema: ServedSchema, isLoopback: Bool) {
        let names = schema.modules.map(\.descriptor.name).joined(separator: ", ")
        if !isLoopback {
            printError(
                "quire: warning: other machines can reach \(settings.host). This server is for development: it speaks "
                    + "plain HTTP, "
                    + (settings.credentials == nil
                        ? "and any program that reaches it may change everything. Use --require-auth to ask for "
                            + "credentials."
                        : "so that others on the network can read its tokens."))
        }
        line("Serving \(names) at \(server.url.absoluteString)")
    }

    /// Prints a line. Not with `print`, which buffers a line if standard output is a pipe. If nobody reads it, the
    /// server continues.
    private func line(_ text: String) {
        try? Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment).line(text)
    }
}

/// The files that the server loads its items from.
struct ServedData {
    var files: DataFiles
    var modules: [ModuleDescriptor]

    /// Loads the files and reports every invalid line.
    func load(into store: Store, isQuiet: Bool) async throws {
        for file in files.files {
            guard let module = modules.first(where: { $0.name == file.module }) else {
                continue
            }
            var options = LoadOptions()
            options.onlyNewer = true
            options.rejectedLimit = 20
            let lines = try LoadedLines(
                file, module: module, options: ItemConversion.Options(), mostProblems: options.rejectedLimit)
            defer { lines.remove() }
            for note in lines.notes where !isQuiet { printError(note.text(in: file.path)) }
            let unreadable = lines.unreadable(after: .start)?.problems ?? []
            let summary = try await store.load(module.name, from: .file(lines.path), options: options)
            let rejected = summary.rejected.map { lines.located(LineProblem($0)) }
            for problem in unreadable + rejected { printError(problem.text(in: file.path)) }
            for line in UnknownKeyNote.lines(lines.located(summary.unknownKeys), in: file.path, of: module) {
                printError(line)
            }
            let count = unreadable.count + summary.rejectedCount
            guard count == 0 else {
                throw DataFiles.Failure(
                    description:
                        "\(file.path): \(Text.count(count, "item")) of \(quoted(module.name)) cannot be loaded. "
                        + "Correct the lines above, then start the server again."
                )
            }
            guard !isQuiet else { continue }
            let remark = summary.skipped > 0 ? ", \(summary.skipped) in the store are newer" : ""
            printError(
                "\(module.name): \(Text.count(summary.inserted + summary.updated, "item")) loaded\(remark)")
        }
    }
}

/// The modules of a schema in the server's form.
struct ServedSchema {
    var modules: [ServedModule]
    var locales: [LocaleDescriptor]

    /// Reads the schema. Returns `nil` if it has errors, which are printed with their lines.
    init?(paths: [String]) {
        guard let described = DescribedSchema(paths: paths) else { return nil }
        let schema = described.schema
        var shared: [String: ServedModule.Choices] = [:]
        for list in schema.enumerations {
            shared[list.name] = ServedModule.Choices(list.values.map(\.raw), isClosed: list.closed)
        }
        modules = zip(schema.modules, described.descriptors).map { Self.served($0, $1, shared: shared) }
        let all = schema.locales.map { LocaleDescriptor($0.name, fallbacks: $0.fallbacks) }
        locales =
            all.filter { $0.name == schema.defaultLocale } + all.filter { $0.name != schema.defaultLocale }
    }

    /// - Parameter shared: The values of the schema's enums.
    private static func served(
        _ module: Module, _ descriptor: ModuleDescriptor, shared: [String: ServedModule.Choices]
    ) -> ServedModule {
        var served = ServedModule(descriptor, description: module.description)
        for field in module.fields where served.fieldDescriptions[field.name] == nil {
            served.fieldDescriptions[field.name] = field.description
        }
        addChoices(of: module.fields, at: "", shared, to: &served.choices)
        return served
    }

    private static func addChoices(
        of fields: [QuireSchema.Field], at path: String, _ shared: [String: ServedModule.Choices],
        to choices: inout [String: ServedModule.Choices]
    ) {
        for field in fields {
            let name = path + field.name
            switch field.type {
            case .choice(let set), .choices(let set):
                switch set {
                case .inline(let values, let closed):
                    choices[name] = ServedModule.Choices(values.map(\.raw), isClosed: closed)
                case .shared(let list): choices[name] = shared[list]
                }
            case .object(let members), .list(.object(let members)):
                addChoices(of: members, at: name + ".", shared, to: &choices)
            default: continue
            }
        }
    }
}
#endif
