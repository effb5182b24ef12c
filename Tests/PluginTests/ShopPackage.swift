import Foundation
import Testing

/// A program's output and exit code.
struct Outcome {
    var code: Int32
    /// Standard output and standard error, in order.
    var text: String

    /// Whether the target's Swift code was compiled.
    func compiled(_ target: String) -> Bool {
        text.contains("Compiling \(target) ") || text.contains("Emitting module \(target)")
    }

    /// Whether the tool ran for a target.
    func generated(_ target: String) -> Bool { text.contains("Generating content types of \(target)") }
}

/// A user's package: three schemas, in the three places where a schema can be, and a program that prints the
/// generated content.
///
/// - `Schema/` at the root belongs to the target `ShopContent`.
/// - `Sources/OwnContent/Schema/` is a folder of the target `OwnContent`.
/// - The package `stock`, which the shop depends on, has `Schema/` at its root beside its target `StockContent`.
///
/// The build folder is kept between runs, so that Quire is compiled once.
struct ShopPackage {
    static let quire = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let folder: URL
    let shop: URL
    let stock: URL
    private let scratch: URL

    init() throws {
        let folder = Self.quire.appending(path: ".build/plugin-tests")
        self.folder = folder
        scratch = folder.appending(path: "scratch")
        shop = folder.appending(path: "the shop")
        stock = folder.appending(path: "stock")
        for package in [shop, stock]
        where FileManager.default.fileExists(atPath: package.path(percentEncoded: false)) {
            try FileManager.default.removeItem(at: package)
        }
        try writeShop()
        try writeStock()
    }

    private func writeShop() throws {
        try write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let plugin: Target.PluginUsage = .plugin(name: "QuirePlugin", package: "quire")
            let quire: Target.Dependency = .product(name: "Quire", package: "quire")

            let package = Package(
                name: "shop",
                platforms: [.macOS(.v13)],
                dependencies: [
                    .package(name: "quire", path: "\(Self.quire.path(percentEncoded: false))"), .package(path: "../stock"),
                ],
                targets: [
                    .target(name: "ShopContent", dependencies: [quire], path: "Schema", plugins: [plugin]),
                    .target(name: "OwnContent", dependencies: [quire], plugins: [plugin]),
                    .executableTarget(
                        name: "shop",
                        dependencies: ["ShopContent", "OwnContent", .product(name: "StockContent", package: "stock")]),
                ]
            )
            """, to: "the shop/Package.swift")
        try write("enum ShopKeeper {}\n", to: "the shop/Schema/Own.swift")
        try write("enum OwnKeeper {}\n", to: "the shop/Sources/OwnContent/Own.swift")
        try write(
            """
            import OwnContent
            import Quire
            import ShopContent
            import StockContent

            func show(_ name: String, _ modules: [ModuleDescriptor]) {
                for module in modules {
                    print(name, module.name, module.fields.fields.map(\\.name).joined(separator: ","))
                }
            }

            show("shop", ShopContent.ContentSchema.modules)
            show("own", OwnContent.ContentSchema.modules)
            show("stock", StockContent.ContentSchema.modules)
            """, to: "the shop/Sources/shop/main.swift")
        try write(Self.schema("books", "title"), to: "the shop/Schema/books.json")
        try write(Self.schema("pens", "ink"), to: "the shop/Sources/OwnContent/Schema/pens.json")
        // A JSON Schema document beside the schema is ignored, without a warning.
        try write(
            #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}"#,
            to: "the shop/Schema/editor.schema.json")
    }

    private func writeStock() throws {
        try write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "stock",
                platforms: [.macOS(.v13)],
                products: [.library(name: "StockContent", targets: ["StockContent"])],
                dependencies: [.package(name: "quire", path: "\(Self.quire.path(percentEncoded: false))")],
                targets: [
                    .target(
                        name: "StockContent", dependencies: [.product(name: "Quire", package: "quire")],
                        plugins: [.plugin(name: "QuirePlugin", package: "quire")])
                ]
            )
            """, to: "stock/Package.swift")
        try write("enum StockKeeper {}\n", to: "stock/Sources/StockContent/Own.swift")
        try write(Self.schema("boxes", "width"), to: "stock/Schema/boxes.json")
    }

    /// A schema document with one module.
    static func schema(_ module: String, _ fields: String...) -> String {
        let list = fields.map { #"    {"name": "\#($0)", "type": "text"}"# }.joined(separator: ",\n")
        return """
            {"quire": 1, "access": "public", "modules": [
              {"name": "\(module)", "fields": [
            \(list)
              ]}
            ]}

            """
    }

    /// Writes a file in place, as some editors do.
    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes a new file and replaces the old one with it, as other editors do.
    func replace(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: path), options: .atomic)
    }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(at: folder.appending(path: path), to: folder.appending(path: other))
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: folder.appending(path: path))
    }

    /// The driver compares times by the second: an edit right after a build can be missed.
    func waitForTheClock() async throws { try await Task.sleep(for: .milliseconds(1100)) }

    /// A program that was built.
    func product(_ name: String) -> URL { scratch.appending(path: "debug/\(name)") }

    func build() throws -> Outcome { try swift(["build", "--product", "shop"]) }

    /// Builds and runs the program, and returns its output; the build must succeed.
    func lines() throws -> [String] {
        let build = try build()
        try #require(build.code == 0, "\(build.text)")
        let program = try run(scratch.appending(path: "debug/shop"), [])
        try #require(program.code == 0, "\(program.text)")
        return program.text.split(separator: "\n").map(String.init)
    }

    func swift(_ arguments: [String]) throws -> Outcome {
        var arguments = arguments
        arguments.insert(
            contentsOf: [
                "--package-path", shop.path(percentEncoded: false), "--scratch-path",
                scratch.path(percentEncoded: false), "--disable-index-store", "-Xswiftc",
                "-gline-tables-only",
            ], at: 1)
        return try run(URL(filePath: "/usr/bin/env"), ["swift"] + arguments)
    }

    /// Runs commands with a shell, up to the first that fails. `swift` uses the build folder of this package.
    func shell(_ commands: String, in directory: URL) throws -> Outcome {
        let tools = folder.appending(path: "tools", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let wrapper = tools.appending(path: "swift").path(percentEncoded: false)
        let options = "--scratch-path '\(scratch.path(percentEncoded: false))' --disable-index-store"
        try Data(
            """
            #!/bin/sh
            verb="$1"; shift
            PATH='\(path)' exec swift "$verb" \(options) -Xswiftc -gline-tables-only "$@"

            """.utf8
        ).write(to: URL(filePath: wrapper))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
        let script = "PATH='\(tools.path(percentEncoded: false)):\(path)'\n" + commands
        return try run(URL(filePath: "/bin/sh"), ["-e", "-c", script], in: directory)
    }

    private func run(_ program: URL, _ arguments: [String], in directory: URL? = nil) throws -> Outcome {
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = directory }
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, text: String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }

    /// The generated files of a target, by name.
    func generated(package: String, target: String) throws -> [String: String] {
        let folder = scratch.appending(path: "plugins/outputs/\(package)/\(target)/destination/QuirePlugin")
        var result: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "swift" {
            result[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return result
    }
}
