import Foundation
import Quire
import QuireSync
import Testing

@testable import QuireHALO

/// The possible forms of a sync response.
@Suite("Sync: reading the response")
struct ChangesTests {
    private func read(_ text: String) throws -> ChangeSet {
        try HALOChanges.read(Data(text.utf8), of: "books")
    }

    @Test("Instances are returned as their original bytes, with their ids")
    func bytes() throws {
        let instance = #"{ "id" : "é\n", "module":"m1", "values":{"a":[1,{"id":"inner"}]} }"#
        let changes = try read(
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
    func sparse(_ text: String) throws {
        #expect(try read(text) == ChangeSet(timestamp: Date(timeIntervalSince1970: 0)))
        #expect(try read(#"{"syncTimestamp":1,"deleted":["a",{"id":"b","more":[]}]}"#).deleted == ["a", "b"])
    }

    @Test("An entry without an id is kept and reported")
    func withoutID() throws {
        let changes = try read(
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
    func wrong(_ text: String, _ path: String) {
        let error = #expect(throws: ContentDecodingError.self) { try read(text) }
        #expect(error?.module == "books")
        #expect(error?.path == path)
    }
}
