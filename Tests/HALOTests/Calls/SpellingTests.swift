import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing
import TransportDoubles

/// Values that servers omit or format differently, in responses of all calls.
@Suite("HALO: lenient decoding of responses")
struct SpellingTests {
    private func engine(_ body: String) throws -> HALOEngine {
        HALOEngine(
            baseURL: try #require(URL(string: "https://halo-db.com")),
            transport: ScriptedTransport([.status(200, [:], body)]))
    }

    @Test("A module's Booleans and timestamps may be strings and numbers")
    func modules() async throws {
        let modules = try await engine(
            #"[{"id":1,"name":"a","isSingle":"true","createdAt":"1474980516487","customerId":"7"},{"id":"2","name":"b","isSingle":1,"createdAt":"2016-09-27T12:48:36.487Z"},{"id":3.0,"name":"c","isSingle":"no"}]"#
        ).modules()
        #expect(modules.map(\.id) == ["1", "2", "3"])
        #expect(modules.map(\.isSingle) == [true, true, false])
        #expect(modules[0].customerID == 7)
        #expect(modules[0].createdAt == Date(timeIntervalSince1970: 1_474_980_516.487))
        #expect(modules[1].createdAt == modules[0].createdAt)
    }

    @Test("A device's tags keep numeric and Boolean values, so that saving the device loses none")
    func devices() async throws {
        let device = try await engine(
            #"{"id":57,"appId":"2","tags":[{"name":"a","value":true},{"name":"b","value":1.5},{"name":"c","value":7},{"name":"d","value":null}]}"#
        ).device(id: "57")
        #expect(device.id == "57")
        #expect(device.appID == 2)
        #expect(device.tags.map(\.value) == ["true", "1.5", "7", nil])
    }

    @Test("A version may be a number")
    func version() async throws {
        let version = try await engine(#"[{"minIOS":2.6,"minAndroid":2}]"#).version()
        #expect(version.minimumIOS == "2.6")
        #expect(version.minimumAndroid == "2")
    }

    @Test("A batch's success, positions, status and counts may be strings and numbers")
    func batches() async throws {
        let response = try engine(
            #"{"operations":[{"operation":"create","position":"0","success":"true","data":{"id":"1","error":null}},{"operation":"create","position":1.0,"success":0,"data":{"error":{"status":"409","message":"no"}}},{"operation":"create","position":2,"data":{"id":"3"}}],"results":{"create":{"success":"1","failure":"1"}}}"#
        )
        var batch = WriteBatch()
        for _ in 0..<3 { batch.create(incomplete: Novels.Draft()) }
        let result = try await response.send(batch)
        #expect(result.results.map(\.isSuccess) == [true, false, false])
        #expect(result.counts["create"]?.failure == 1)
        guard case .failed(let refused) = result.results[1], case .failed(let unclear) = result.results[2]
        else { return #expect(Bool(false), "two operations failed") }
        #expect(refused.status == 409)
        // The server may have carried it out: its entry does not report a failure.
        #expect(unclear.reason == .noResponse)
    }

    @Test(
        "Numbers and Booleans in strings are read exactly or not at all",
        arguments: [
            (#""7""#, 7), ("7", 7), ("7.0", 7), (#""7.0""#, 7), ("7.5", nil), (#""7.5""#, nil),
            (#""""#, nil), (#"" 7""#, nil), (#""0x7""#, nil), (#""inf""#, nil), ("true", nil), ("1e300", nil),
        ] as [(String, Int64?)])
    func integers(_ json: String, _ integer: Int64?) async throws {
        let modules = try await engine(#"[{"id":"1","name":"a","customerId":\#(json)}]"#).modules()
        #expect(modules.map(\.customerID) == [integer.map(Int.init)])
    }
}
