#if os(Linux)
import Foundation
import Testing

/// The code that only Apple platforms compile, type-checked on Linux against small modules in the place of Apple's.
@Suite struct AppleTests {
    @Test("The code for Apple platforms type-checks")
    func sources() throws {
        let modules = try Self.modules()
        defer { try? FileManager.default.removeItem(at: modules) }
        // The samples of the documentation use the first two.
        for target in ["QuireIndexing", "QuireViews", "QuireHALO", "QuireHTTP"] {
            let errors = try Compiler().errors(
                in: Self.files("Sources/\(target)"), imports: [modules], emitting: target)
            #expect(errors.isEmpty, "\(target): \(errors.joined(separator: "\n"))")
        }
        for samples in ["BookshopTests/Documentation/LiveQueries", "HALOTests/Documentation/Offline"] {
            let errors = try Compiler().errors(
                in: Self.files("Tests/\(samples)Samples.swift"), imports: [modules])
            #expect(errors.isEmpty, "\(samples): \(errors.joined(separator: "\n"))")
        }
    }

    @Test("A mistake in code for Apple platforms is found")
    func mistake() throws {
        let modules = try Self.modules()
        defer { try? FileManager.default.removeItem(at: modules) }
        let file = modules.appending(path: "Mistake.swift")
        try Data(
            "#if canImport(Security)\nimport Security\nlet status: OSStatus = errSecSucces\n#endif\n".utf8
        )
        .write(to: file)
        let errors = try Compiler().errors(in: [file], imports: [modules])
        #expect(errors.count == 1 && errors[0].contains("errSecSucces"), "\(errors)")
    }

    /// A folder with the compiled modules.
    private static func modules() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-apple-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in AppleModules.sources {
            let file = folder.appending(path: "\(name).swift")
            try Data(text.utf8).write(to: file)
            let errors = try Compiler().errors(in: [file], imports: [folder], emitting: name)
            guard errors.isEmpty else {
                throw Compiler.Failure(description: "\(name): \(errors.joined(separator: "\n"))")
            }
        }
        return folder
    }

    private static func files(_ path: String) throws -> [URL] {
        let url = PublicClosures.root.appending(path: path)
        if path.hasSuffix(".swift") { return [url] }
        let names = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap {
            $0 as? String
        }
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { url.appending(path: $0) }
    }
}
#endif
