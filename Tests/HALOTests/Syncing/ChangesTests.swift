import Foundation
import Quire
import QuireHALO
import QuireSync
import Testing
import TransportDoubles

/// The possible forms of a sync response.
@Suite("Sync: reading the response")
struct ChangesTests {
    private func read(_ text: String) async throws -> ChangeSet {
        let engine = HALOEngine(
            baseURL: try #require(URL(string: "https://halo-db.com")),
            transport: ScriptedTransport([.status(200, [:], text)]))
        return try await engine.changes(ChangeRequest(module: "books"))
    }

    @Test("Instances are returned as their original bytes, with their ids")
    func bytes() async throws {
        let instance = #"{ "id" : "é\n", "module":"m1", "values":{"a":[1,{"id":"inner"}]} }"#
        let changes = try await read(
            #"{"more":[{}],"deleted":[{"id":"x"}],"updated":[],"created":[ \#(instance) ],"syncTimestamp":1475052559289}"#
        )
        #expect(changes.timestamp == Date(timeIntervalSince1970: 1_475_052_559.289))
        #expect(changes.created.map { String(decoding: $0.json, as: UTF8.self) } == [instance])
        #expect(changes.created.map(\.id) == ["é\n"])
        #expect(changes.created.map(\.moduleID) == ["m1"])
        #expect(changes.deleted == ["x"])
    }

    @Test(
        "Lists may be missing or null, a deletion may be only an id, a timestamp may have a fraction or be a string",
        arguments: [
            #"{"syncTimestamp":0}"#,
            #"{"syncTimestamp":0.4,"created":null,"updated":null,"deleted":null}"#,
            #" {"created":[],"syncTimestamp":0} "#, #"{"syncTimestamp":"0"}"#,
        ])
    func sparse(_ text: String) async throws {
        #expect(try await read(text) == ChangeSet(timestamp: Date(timeIntervalSince1970: 0)))
        #expect(
            try await read(#"{"syncTimestamp":1,"deleted":["a",{"id":"b","more":[]}]}"#).deleted == [
                "a", "b",
            ])
    }

    @Test("An entry without an id is kept and reported")
    func withoutID() async throws {
        let changes = try await read(
            #"{"syncTimestamp":1,"created":[null,7,{"id":5}],"deleted":[{"id":null},{},7]}"#)
        #expect(changes.created.map(\.id) == [nil, nil, nil])
        #expect(
            changes.created.map { String(decoding: $0.json, as: UTF8.self) } == ["null", "7", #"{"id":5}"#])
        #expect(changes.rejected.map(\.path) == ["deleted[0].id", "deleted[1].id", "deleted[2].id"])
    }

    @Test(
        "An invalid sync response is an error with the position",
        arguments: [
            ("[]", ""), ("null", ""), ("", ""), ("{}", "syncTimestamp"),
            (#"{"created":[]}"#, "syncTimestamp"),
            (#"{"syncTimestamp":null}"#, "syncTimestamp"), (#"{"syncTimestamp":"soon"}"#, "syncTimestamp"),
            (#"{"syncTimestamp":1e300}"#, "syncTimestamp"), (#"{"syncTimestamp":1,"created":{}}"#, "created"),
            (#"{"syncTimestamp":1,"created":[{"id":}]}"#, "created[0].id"),
            (#"{"syncTimestamp":1} x"#, ""),
        ])
    func wrong(_ text: String, _ path: String) async {
        let error = await #expect(throws: ContentDecodingError.self) { try await read(text) }
        #expect(error?.module == "books")
        #expect(error?.path == path)
    }
}
