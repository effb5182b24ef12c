import Foundation
import Testing

/// A program's output and exit code.
struct Outcome {
    var code: Int32
    var output: String
    var errors: String
}

/// Runs a program to its end.
func run(_ program: URL, _ arguments: [String], environment: [String: String]? = nil) throws -> Outcome {
    let folder = try TemporaryFolder()
    let output = folder.url.appending(path: "output")
    let errors = folder.url.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
        code: process.terminationStatus,
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
}

/// The locations of the package and its products.
enum Places {
    /// The package's root.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder with the programs of this build, which also contains the test program.
    static let products: URL = {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder
    }()

    static func program(_ name: String) throws -> URL {
        let program = products.appending(path: name)
        let exists = FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false))
        try #require(exists, "no program at \(program.path(percentEncoded: false))")
        return program
    }

    /// The folder with the compiled module of the runtime.
    static var modules: URL { products.appending(path: "Modules") }

    /// The compiler's arguments for the C modules that the runtime imports.
    static var cModules: [String] {
        ["CSQLite/module.modulemap", "CCurl/include/module.modulemap"].flatMap { map in
            let path = package.appending(path: "Sources/" + map).path(percentEncoded: false)
            return ["-Xcc", "-fmodule-map-file=\(path)"]
        }
    }

    /// The compiler of the current toolchain.
    static let compiler: URL = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for folder in path.split(separator: ":") {
            let candidate = URL(filePath: String(folder)).appending(path: "swiftc")
            if FileManager.default.isExecutableFile(atPath: candidate.path(percentEncoded: false)) {
                return candidate
            }
        }
        return URL(filePath: "/usr/bin/swiftc")
    }()
}
