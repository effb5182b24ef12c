import Foundation
import QuireGenerator
import QuireSchema

/// `quire start`: turns a package and data files into a program with a typed query.
enum StartCommand {
    static let help = """
        Begin a program for data: a schema, a filled store, and a typed query.

        Usage: quire start [options] <file or folder> ...

          --name <name>    The name of the program (default: app)
          --store <path>   The file of the store (default: content.sqlite)
          --id <field>     The field that identifies items, as in 'quire infer'

        Run it in the folder of a package that depends on Quire and has no targets yet:

          // swift-tools-version: 6.1
          import PackageDescription
          let package = Package(
              name: "shop", platforms: [.macOS(.v13)], dependencies: [.package(path: "../quire")])

        It infers the schema as 'quire infer' does, and writes it to Schema. It writes Sources/<name>/main.swift with a
        query on the first module, adds the two targets to Package.swift, and loads the files as 'quire load' does. Nothing
        that exists is overwritten, and a failure leaves the package as it was. Then run the program:

          swift run app

        Exit codes: 0 done, 1 a file exists already or has errors, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--name", "--store", "--id"], flags: ["--help", "-h"], of: "start")
        if !arguments.flags.isEmpty {
            printOrExit(help)
            return 0
        }
        if arguments.operands.isEmpty { throw UsageError("no data file was given") }
        let name = try arguments.single("--name") ?? "app"
        if let problem = ProgramName.problem(name) { throw UsageError(problem) }
        let store = try arguments.single("--store") ?? "content.sqlite"
        let options = try arguments.single("--id").map { ["--id", $0] } ?? []
        let program = "Sources/\(name)/main.swift"
        guard let (bytes, manifest, quire) = manifest() else { return 1 }
        for path in ["Schema", "Sources/\(name)", store] where FileSystem.exists(path) {
            printError(
                "quire: error: \(quoted(path)) exists already, so nothing is written; move it, or run "
                    + "'quire infer' and 'quire load' instead")
            return 1
        }
        let inferred = try InferCommand.run(
            ["--output", "Schema/content.json"] + options + ["--"] + arguments.operands)
        guard inferred == 0 else { return inferred }
        var files = StartedFiles(manifest: bytes)
        files.add("Schema")
        guard let schema = readSchema(paths: ["Schema"]).schema, let names = SwiftNames(schema),
            let module = schema.modules.first
        else {
            printError("quire: error: the files hold no items, so there is nothing to query")
            files.undo()
            return 1
        }
        do throws(FileFailure) {
            try InitCommand.writeCompanions("Schema")
            if !FileSystem.exists("Sources") { files.add("Sources") }
            files.add("Sources/\(name)")
            try FileSystem.makeFolder("Sources/\(name)")
            try write(FirstProgram(module: module, names: names, store: store).text, to: program)
            files.addManifest()
            try write(manifest.adding(quire: quire, program: name), to: "Package.swift")
        } catch {
            printError("\(error)")
            files.undo()
            return 1
        }
        for ending in ["", "-wal", "-shm"] { files.add(store + ending) }
        let loaded = try await LoadCommand.run(
            ["--store", store, "--schema", "Schema"] + options + ["--"] + arguments.operands)
        guard loaded == 0 else {
            files.undo()
            return loaded
        }
        printOrExit("Now run the query in \(program): swift run \(name)")
        return 0
    }

    private static func manifest() -> (bytes: [UInt8], manifest: PackageManifest, quire: String)? {
        guard let bytes = FileSystem.read("Package.swift") else {
            printError(
                "quire: error: there is no Package.swift here; 'quire start --help' shows one to begin with")
            return nil
        }
        guard let manifest = PackageManifest(String(decoding: bytes, as: UTF8.self)) else {
            printError(
                "quire: error: Package.swift has targets or products already, or text after the package, so it is "
                    + "not changed; run 'quire infer' and 'quire load', and add the targets that 'quire init' prints"
            )
            return nil
        }
        guard let quire = manifest.quire else {
            printError(
                "quire: error: Package.swift does not depend on Quire; add .package(path: \"../quire\") to its "
                    + "dependencies")
            return nil
        }
        return (bytes, manifest, quire)
    }

    private static func write(_ text: String, to path: String) throws(FileFailure) {
        try FileSystem.write(Array(text.utf8), to: path)
        printError("wrote \(path)")
    }
}

/// The rules for the name of a program's target.
enum ProgramName {
    /// Names of modules that the program imports, and those that the compiler reserves.
    private static let taken: Set<String> = ["content", "schema", "swift", "foundation", "main"]

    /// Returns the reason why a name is refused, or `nil` if it can be used.
    static func problem(_ name: String) -> String? {
        guard name.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }) else {
            return "--name expects ASCII letters only, such as app, not \(quoted(name))"
        }
        // File systems may ignore case, and targets become folders.
        let lowercased = name.lowercased()
        if taken.contains(lowercased) || lowercased.hasPrefix("quire") || ReservedNames.isKeyword(name) {
            return
                "--name: \(quoted(name)) is reserved for Swift, Quire or the schema; choose another, such as app"
        }
        return nil
    }
}

/// The files and folders that a start has created, so that a failure leaves the package as it was.
struct StartedFiles {
    private let manifest: [UInt8]
    private var created: [String] = []
    private var changesManifest = false

    /// - Parameter manifest: The bytes of `Package.swift` before the start.
    init(manifest: [UInt8]) { self.manifest = manifest }

    mutating func add(_ path: String) { created.append(path) }

    mutating func addManifest() { changesManifest = true }

    /// Removes what was created, and restores `Package.swift`.
    func undo() {
        for path in created { try? FileManager.default.removeItem(atPath: path) }
        var remains = created.filter(FileSystem.exists)
        if changesManifest {
            do throws(FileFailure) {
                try FileSystem.write(manifest, to: "Package.swift")
            } catch {
                remains.append("Package.swift")
            }
        }
        printError(
            remains.isEmpty
                ? "quire: nothing was kept; correct the problem, then run the command again"
                : "quire: remove \(remains.joined(separator: ", ")) before you run the command again")
    }
}

/// A program that runs a typed query on the first module of a schema.
struct FirstProgram {
    let module: Module
    let names: SwiftNames
    /// The file of the store.
    let store: String

    var text: String {
        let name =
            module.swiftName ?? ReservedNames.typeName(SwiftName.upperCamel(module.name), suffix: "Module")
        var query = ["\(name).query()"]
        if let field = number { query.append(".where(\\.\(Self.name(field)) >= 0)") }
        if let field = module.fields.first(where: \.sortable) {
            query.append(".sort(by: \\.\(Self.name(field)))")
        }
        if let field = relation { query.append(".include(\\.\(Self.name(field)))") }
        query.append(".page(1, size: 10))")
        return """
            import Content
            import QuireStore

            let store = try await \(names.type("Store", of: "QuireStore"))(.file(\(Literals.string(store))), schema: ContentSchema.self)
            let content = \(names.type("ContentClient", of: "Quire"))(engine: store)
            let page = try await content.fetch(
                \(query.joined(separator: "\n        "))

            print(page.count, "of", page.pageInfo.totalItems ?? 0)
            for item in page {
                print(\(printed))
            }

            """
    }

    private var number: Field? {
        module.fields.first { field in
            switch field.type {
            case .integer, .number: field.operators.contains(.greaterOrEqual)
            default: false
            }
        }
    }

    private var relation: Field? {
        module.fields.first { field in
            switch field.type {
            case .relation, .relations: true
            default: false
            }
        }
    }

    /// The arguments of `print`: the first fields whose values are texts or numbers.
    private var printed: String {
        var arguments: [String] = []
        for field in module.fields {
            let empty: String
            switch field.type {
            case .text, .longText: empty = "\"\""
            case .integer, .number: empty = "0"
            default: continue
            }
            arguments.append("item.\(Self.name(field))" + (field.required ? "" : " ?? \(empty)"))
            if arguments.count == 4 { break }
        }
        return arguments.isEmpty ? "item" : arguments.joined(separator: ", ")
    }

    private static func name(_ field: Field) -> String {
        let name = field.swiftName ?? ReservedNames.propertyName(SwiftName.lowerCamel(field.name))
        return ReservedNames.escaped(name)
    }
}
