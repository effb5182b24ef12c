import Foundation
import Quire
import QuireCore
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

@Suite("PocketBase: loading lines") struct LoadTests {
    @Test("Lines are loaded in batches, and each that cannot be stored is reported with its line")
    func lines() async throws {
        let server = try await WritingServer.make()
        let engine = try await server.managed()
        var lines = (0..<120).map { number in
            #"{"id":"load\#(100_000_000 + number)00","values":{"title":"Title \#(number)","count":\#(number)}}"#
        }
        lines[3] = "{"
        lines[60] = #"{"id":7}"#
        let progress = Log()
        let summary = try await engine.load(server.module, from: lines.map { Data($0.utf8) }) {
            progress.add("\($0.nextLine)")
        }
        #expect(summary.stored == 118)
        #expect(summary.failures.map(\.line) == [4, 61], "\(summary.failures)")
        #expect(progress.lines == ["52", "102", "121"])
        #expect(try await server.count() == 118)
        let again = try await engine.load(
            server.module, from: [Data(lines[5].replacing("Title 5", with: "Emma").utf8)])
        #expect(again.stored == 1)
        #expect(try await server.count() == 118)
        #expect(try await server.record("load10000000500")["title"] == .string("Emma"))
    }
}
