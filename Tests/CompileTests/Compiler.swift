import Foundation

/// Compiles Swift files against the modules of this test run.
struct Compiler {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    struct Outcome {
        /// The first error of each line of the file. That a generic parameter could not be inferred follows from another
        /// error, and the compiler prints it before or after that one.
        var errors: [Int: String] = [:]
        var warnings: [String] = []
        /// How many scopes the constraint solver opened: the same number on every run.
        var scopes = 0
    }

    private let modules: String

    init() throws {
        let candidates = Self.binaryFolders.map { $0 + "/Modules" }
        guard
            let found = candidates.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/SampleModules.swiftmodule")
            })
        else {
            throw Failure(
                description: "SampleModules.swiftmodule is in none of \(candidates); build the tests first")
        }
        modules = found
    }

    /// How far a file is compiled. Crossing actors is checked in the intermediate language.
    enum Stage: String {
        case types = "-typecheck"
        case intermediateLanguage = "-emit-sil"
    }

    /// Compiles a separate file, by default up to type checking.
    func check(
        _ source: String, flags: [String] = ["-swift-version", "6"], stage: Stage = .types
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-compile-\(UUID().uuidString)")
        let statistics = folder.appendingPathComponent("statistics")
        try FileManager.default.createDirectory(at: statistics, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("snippets.swift")
        try Data(source.utf8).write(to: file)

        let (status, text) = try Self.run(
            [stage.rawValue, "-I", modules, "-stats-output-dir", statistics.path] + cModules + flags
                + (stage == .types ? [] : ["-o", "/dev/null"]) + [file.path])

        var outcome = Outcome()
        for line in text.split(separator: "\n") {
            guard line.hasPrefix(file.path + ":") else { continue }
            let parts = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
            guard parts.count == 3, let number = Int(parts[0]) else { continue }
            let message = parts[2].dropFirst()
            if message.hasPrefix("error: ") {
                if outcome.errors[number]?.hasSuffix("could not be inferred") ?? true {
                    outcome.errors[number] = String(message.dropFirst(7))
                }
            } else if message.hasPrefix("warning: ") {
                outcome.warnings.append("\(number): \(message.dropFirst(9))")
            }
        }
        guard status == 0 || !outcome.errors.isEmpty else {
            throw Failure(
                description: "swiftc ended with \(status):\n\(text.prefix(2000))")
        }
        outcome.scopes = try Self.scopes(in: statistics)
        return outcome
    }

    /// The errors in the files of one module, which belong to this package.
    ///
    /// - Parameters:
    ///   - imports: Folders with further modules.
    ///   - module: The module to write into the first of them. `nil` only checks the types.
    func errors(in files: [URL], imports: [URL], emitting module: String? = nil) throws -> [String] {
        var arguments = ["-swift-version", "6", "-parse-as-library", "-package-name", Self.package]
        if let module, let folder = imports.first {
            arguments += ["-emit-module", "-module-name", module]
            arguments += ["-o", folder.appending(path: "\(module).swiftmodule").path]
        } else {
            arguments += ["-typecheck", "-D", "SQLite", "-module-name", "Checked"]
        }
        arguments += imports.flatMap { ["-I", $0.path] } + ["-I", modules] + cModules
        let (status, text) = try Self.run(arguments + files.map(\.path))
        let errors = text.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
        guard status == 0 || !errors.isEmpty else {
            throw Failure(
                description: "swiftc ended with \(status):\n\(text.prefix(2000))")
        }
        return errors
    }

    /// The name by which SwiftPM tells the compiler of this package: that of the folder, as an identifier.
    private static var package: String {
        let folder = PublicClosures.root.standardizedFileURL.lastPathComponent.lowercased()
        let name = folder.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
        return String(name.first?.isNumber == true ? ["_"] + name.dropFirst() : name)
    }

    /// Runs the compiler. Returns its exit status and what it printed on standard error.
    private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// The locations of the C module maps.
    private var cModules: [String] {
        ["CSQLite/module.modulemap", "CCurl/include/module.modulemap"].flatMap { map in
            [
                "-Xcc",
                "-fmodule-map-file=\(PublicClosures.root.appendingPathComponent("Sources/" + map).path)",
            ]
        }
    }

    /// Whether the compiler is the one whose exact counts and messages are expected.
    static let isReference: Bool = {
        #if compiler(>=6.3) && compiler(<6.4)
        return true
        #else
        return false
        #endif
    }()

    private static func scopes(in folder: URL) throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var sum = 0
        for file in files where file.pathExtension == "json" {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            sum += (json?["Sema.NumConstraintScopes"] as? NSNumber)?.intValue ?? 0
        }
        guard sum > 0 else { throw Failure(description: "the compiler wrote no Sema.NumConstraintScopes") }
        return sum
    }

    /// The folder of the test binary, and its parents.
    private static var binaryFolders: [String] {
        var folders: [String] = []
        let binaries: [String?] = [
            CommandLine.arguments.first, Bundle.main.executablePath, Bundle(for: Anchor.self).bundlePath,
        ]
        for binary in binaries.compactMap({ $0 }) {
            var url = URL(fileURLWithPath: binary).resolvingSymlinksInPath()
            for _ in 0..<4 {
                url.deleteLastPathComponent()
                folders.append(url.path)
            }
        }
        return folders + [PublicClosures.root.appendingPathComponent(".build/debug").path]
    }

    private final class Anchor {}
}
