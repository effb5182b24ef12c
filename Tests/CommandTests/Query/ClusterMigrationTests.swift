import Foundation
import QuireCommand
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("quire migrate with a search cluster", .timeLimit(.minutes(30)))
struct ClusterMigrationTests {
    private let newer = Notes.schema.replacing(
        "{ \"name\": \"done\"", with: "{ \"name\": \"pages\", \"type\": \"integer\" }, { \"name\": \"done\"")

    @Test("--dry-run prints the plan, and the migration then keeps all items", arguments: Cluster.allCases)
    func migration(_ cluster: Cluster) async throws {
        let (options, environment) = try await cluster.options()
        var command = try BuiltCommand()
        command.environment = environment
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(newer, to: "newer.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        let load = try await command.run(["load", "--schema", "notes.json"] + options + ["notes.ndjson"])
        #expect(load.code == 0, "\(load.errors)")
        let same = try await command.run(["migrate", "--schema", "notes.json"] + options)
        #expect(same.code == 0 && same.output.hasSuffix(" matches the schema\n"), "\(same)")

        let migrate = ["migrate", "--schema", "newer.json"] + options
        let count =
            ["query", "--schema", "newer.json", "--module", "notes", "--count"] + options
            + ["--filter", "pages >= 0"]
        let plan = try await command.run(migrate + ["--dry-run"])
        #expect(plan.code == 0, "\(plan)")
        #expect(plan.output.hasPrefix("notes writes 3 items into "), "\(plan)")
        #expect(plan.output.hasSuffix(": adds \"pages\"\n"), "\(plan)")
        // The field is not indexed yet.
        #expect(try await command.run(count).code == 1)
        #expect(try await command.run(migrate + ["--check"]).code == 1)
        let json = try await command.run(migrate + ["--dry-run", "--json"])
        let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(report?["writtenItems"] as? Int == 3 && report?["migrated"] as? Bool == false, "\(json)")
        #expect((report?["modules"] as? [[String: Any]])?.first?["work"] as? String == "rebuild")

        let run = try await command.run(migrate)
        #expect(run.code == 0 && run.output.hasSuffix(" is migrated\n"), "\(run)")
        #expect(try await command.run(count).output == "0\n")
        let all = try await command.run(
            ["query", "--schema", "newer.json", "--module", "notes", "--count"] + options)
        #expect(all.output == "3\n", "\(all)")
        #expect(try await command.run(migrate + ["--check"]).code == 0)
    }

    @Test(
        "--repair finds what another program changed in a prepared collection, so that filters find the new value",
        arguments: Cluster.allCases)
    func repairing(_ cluster: Cluster) async throws {
        let (options, environment) = try await cluster.options()
        var command = try BuiltCommand()
        command.environment = environment
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(3), to: "notes.ndjson")
        let load = try await command.run(["load", "--schema", "notes.json"] + options + ["notes.ndjson"])
        #expect(load.code == 0, "\(load.errors)")
        let nodes = try #require(options.firstIndex(of: "--nodes"))
        let prefix = try #require(options.firstIndex(of: "--prefix"))
        let path = "/\(cluster == .typesense ? "collections/" : "")\(options[prefix + 1])notes/"
        let change =
            cluster == .typesense
            ? ("PATCH", "documents/note%201", #"{"number":777}"#)
            : ("POST", "_update/note%201?refresh=true", #"{"doc":{"number":777}}"#)
        var request = URLRequest(url: try #require(URL(string: options[nodes + 1] + path + change.1)))
        request.httpMethod = change.0
        request.httpBody = Data(change.2.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(environment["TYPESENSE_API_KEY"] ?? "", forHTTPHeaderField: "X-TYPESENSE-API-KEY")
        let (answer, _) = try await URLSession.shared.data(for: request)
        let count =
            ["query", "--schema", "notes.json", "--module", "notes", "--count", "--filter", "number = 777"]
            + options
        #expect(try await command.run(count).output == "0\n", "\(String(decoding: answer, as: UTF8.self))")
        let repair = try await command.run(["migrate", "--schema", "notes.json", "--repair"] + options)
        #expect(repair.code == 0 && repair.output.hasSuffix("corrected 1 item\n"), "\(repair)")
        #expect(try await command.run(count).output == "1\n")
        let again = try await command.run(["migrate", "--schema", "notes.json", "--repair"] + options)
        #expect(again.output.hasSuffix("corrected 0 items\n"), "\(again)")
    }

    @Test(
        "Options for the other kind of target are errors",
        arguments: [
            (["--store", "s", "--restart"], "--restart has no effect for a store; remove it"),
            (
                ["--engine", "typesense", "--nodes", "http://a", "--strict"],
                "--strict has no effect for a cluster"
            ),
            (
                ["--engine", "typesense", "--nodes", "http://a", "--backup"],
                "--backup has no effect for a cluster"
            ),
            (["--engine", "halo", "--url", "http://a"], "unknown engine 'halo'"),
            (["--engine", "typesense"], "--engine typesense needs nodes"),
        ])
    func options(_ options: [String], _ message: String) async throws {
        var command = try BuiltCommand()
        command.environment = ["TYPESENSE_API_KEY": "k"]
        defer { command.remove() }
        let run = try await command.run(["migrate"] + options)
        #expect(run.code == 2 && run.errors.contains(message), "\(run)")
    }
}
