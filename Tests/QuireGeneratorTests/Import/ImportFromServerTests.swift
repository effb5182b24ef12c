import Foundation
import LoopbackServer
import QuireSchema
import Testing

/// `quire import halo --url`: reading from a server, with a secret that is never printed.
@Suite("Import: from a server", .timeLimit(.minutes(30)))
struct ImportFromServerTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/content.json" }

    init() throws { folder = try TemporaryFolder() }

    private func quire(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Outcome {
        let own = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        return try run(
            Places.program("quire"), ["import", "halo"] + arguments,
            environment: own.merging(environment) { $1 })
    }

    @Test("The modules are requested with their fields, as the app, whose secret comes from the environment")
    func asApp() throws {
        let modules = try HALOFixture.modules()
        let server = try LoopbackServer { request in
            if request.path.hasPrefix("/api/oauth/token") {
                return .json(
                    #"{"access_token":"t0ken","refresh_token":"r","expires_in":86400000,"token_type":"Bearer"}"#
                )
            }
            return request["Authorization"] == "Bearer t0ken" ? .json(modules) : .json("{}", status: 401)
        }
        defer { server.stop() }
        let outcome = try quire(
            ["--url", server.url.absoluteString, "--client-id", "app1", "--output", output],
            ["HALO_CLIENT_SECRET": "s3cret"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("wrote \(output): 6 modules with 33 fields"))
        #expect(!(outcome.errors + outcome.output).contains("s3cret"))
        let file = try imported(modules, path: "x").text
        #expect(try String(contentsOfFile: output, encoding: .utf8) == file)
        let paths = server.requests.map(\.target)
        #expect(paths.last?.contains("/api/generalcontent/module") == true, "\(paths)")
        #expect(paths.last?.contains("withFields=true") == true && paths.last?.contains("skip=true") == true)
        let token = server.requests.first { $0.path.hasPrefix("/api/oauth/token") }
        #expect(
            token.map { String(decoding: $0.body, as: UTF8.self) }
                == "client_id=app1&client_secret=s3cret&grant_type=client_credentials")
    }

    @Test("An explicit token is sent unchanged; without credentials, nothing is sent")
    func token() throws {
        let server = try LoopbackServer { _ in .json(#"[{"id":"1","name":"a","fields":[]}]"#) }
        defer { server.stop() }
        #expect(
            try quire(["--url", server.url.absoluteString, "--output", "-"], ["HALO_TOKEN": "abc"]).code == 0)
        #expect(try quire(["--url", server.url.absoluteString, "--output", "-"]).code == 0)
        #expect(server.requests.map { $0["Authorization"] } == ["Bearer abc", nil])
    }

    @Test("Notes on a response name the server; an address with a password is rejected and not repeated")
    func place() throws {
        let response = #"[{"id":"1","name":"","fields":[]},{"id":"1","name":"a","fields":[]}]"#
        let server = try LoopbackServer { _ in .json(response) }
        defer { server.stop() }
        let outcome = try quire(["--url", server.url.absoluteString, "--output", "-"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let place = server.url.absoluteString
        #expect(outcome.errors.contains("\(place):1:19: warning: the name of a module is empty"))
        let secret = try quire(
            ["--url", "http://me:hidden@127.0.0.1:\(server.url.port ?? 0)", "--output", "-"])
        #expect(secret.code == 1)
        #expect(secret.errors.contains("an address must not hold a user or a password"))
        #expect(!secret.errors.contains("hidden"))
    }

    @Test("A server's rejection is reported, and nothing is written")
    func refused() throws {
        let server = try LoopbackServer { request in
            .json(
                #"{"error":{"message":"Client not found or invalid secret","extra":{},"type":"HaloError"}}"#,
                status: 401)
        }
        defer { server.stop() }
        let outcome = try quire(
            ["--url", server.url.absoluteString, "--client-id", "app1", "--output", output],
            ["HALO_CLIENT_SECRET": "s3cret"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("quire: error: "))
        #expect(outcome.errors.contains("Client not found or invalid secret"))
        #expect(!outcome.errors.contains("s3cret"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("A response that is not a list of modules is reported with its position")
    func noModules() throws {
        let server = try LoopbackServer { _ in .json("<html>") }
        defer { server.stop() }
        let outcome = try quire(["--url", server.url.absoluteString, "--output", output])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("error: "), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(
        "Wrong usage of the server options is reported",
        arguments: [
            (["--url", "halo-db.com"], "is not a valid --url"),
            (["--url", "ftp://x"], "is not a valid --url"),
            (["--url", "http://127.0.0.1:9", "--client-id", "a"], "HALO_CLIENT_SECRET"),
            (["--url", "http://127.0.0.1:9", "--file", "x"], "give one of them"),
            (["--file", "x", "--client-id", "a"], "--client-id has no effect without --url"),
        ])
    func wrongUse(_ arguments: [String], _ message: String) throws {
        let outcome = try quire(arguments + ["--output", output])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "The import from 'quire serve' keeps modules, ids, names, types, choices and relations"
    )
    func roundTrip() throws {
        let first = folder.path + "/first.json"
        try folder.write(HALOFixture.modules(), to: "modules.json")
        #expect(try quire(["--file", folder.path + "/modules.json", "--output", first]).code == 0)
        let server = try ServingProgram(schema: first)
        let outcome = try quire(["--url", server.address, "--output", output])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let served = try #require(readSchema(paths: [first]).schema)
        let again = try #require(readSchema(paths: [output]).schema)
        #expect(again.modules.map(\.name) == served.modules.map(\.name))
        #expect(again.modules.map(\.id) == served.modules.map(\.id))
        #expect(again.modules.map(\.single) == served.modules.map(\.single))
        for (mine, theirs) in zip(served.modules, again.modules) {
            #expect(mine.fields.map(\.name) == theirs.fields.map(\.name))
            for (field, other) in zip(mine.fields, theirs.fields) {
                #expect(
                    field.type.withoutPlaces == other.type.withoutPlaces, "\(mine.name).\(field.name)")
                // Its target is unknown, so it is served as the text that it was imported as.
                if field.name == "Writer" { continue }
                #expect(field.sortable == other.sortable, "\(mine.name).\(field.name)")
                #expect(field.description == other.description, "\(mine.name).\(field.name)")
            }
        }
        // No relation had to be guessed: the server names the targets.
        #expect(!outcome.errors.contains("by its name"), "\(outcome.errors)")
    }

    @Test(
        "The shop's own schema, served and imported, has the same modules, fields and choices in the same order"
    )
    func shop() throws {
        let shop = Places.package.appending(path: "Schema/bookshop.json").path(percentEncoded: false)
        let server = try ServingProgram(schema: shop)
        let outcome = try quire(["--url", server.address, "--output", output])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let served = try #require(readSchema(paths: [shop]).schema)
        let again = try #require(readSchema(paths: [output]).schema)
        #expect(again.modules.map(\.name) == served.modules.map(\.name))
        for (mine, theirs) in zip(served.modules, again.modules) {
            #expect(mine.fields.map(\.name) == theirs.fields.map(\.name))
            for (field, other) in zip(mine.fields, theirs.fields) {
                switch (field.type, other.type) {
                case (.choice(let values), .choice(let others)), (.choices(let values), .choices(let others)):
                    #expect(values.raw(in: served) == others.raw(in: again), "\(field.name)")
                case (.relation(let target), .relation(let other)),
                    (.relations(let target), .relations(let other)):
                    #expect(target == other)
                case (.relation, _), (.relations, _), (.choice, _), (.choices, _):
                    Issue.record("\(field.name): \(other.type.name)")
                default: break
                }
            }
        }
    }
}

extension ChoiceSet {
    /// The raw values.
    fileprivate func raw(in schema: Schema) -> [String] {
        switch self {
        case .inline(let values, _): values.map(\.raw)
        case .shared(let name): schema.enumerations.first { $0.name == name }?.values.map(\.raw) ?? []
        }
    }
}

extension FieldType {
    /// The type without the source locations of its values.
    fileprivate var withoutPlaces: String {
        switch self {
        case .choice(.inline(let values, let closed)), .choices(.inline(let values, let closed)):
            "\(name) \(values.map(\.raw)) \(values.map(\.swiftName)) \(closed)"
        default: "\(self)"
        }
    }
}
