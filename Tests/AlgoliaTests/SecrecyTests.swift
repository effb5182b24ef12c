import Foundation
import Quire
import QuireAlgolia
import SampleModules
import Testing
import TransportDoubles

/// The key is sent in a header and occurs nowhere else.
@Suite struct SecrecyTests {
    private static let key = "s3cr3t-admin-key"

    private static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test("No printed form of an engine, an error or a request contains the key")
    func printing() async throws {
        let transport = ScriptedTransport([
            .status(403, [:], #"{"message":"no rights for \#(Self.key)"}"#), .failure(.connectionLost),
            .status(200, [:], "[]"),
        ])
        let engine = AlgoliaEngine(
            applicationID: "A", apiKey: Self.key,
            settings: .init(
                hosts: AlgoliaHosts(reads: [URL(string: "https://h.test")].compactMap { $0 }, writes: [])),
            transport: transport)
        var texts = Self.texts(of: engine) + Self.texts(of: engine.settings)
        let request = SearchRequest(module: Books.descriptor)
        texts.append(try engine.explain(request))
        for _ in 0..<3 {
            do {
                _ = try await engine.searchData(request)
                Issue.record("nothing failed")
            } catch {
                texts += Self.texts(of: error)
                texts.append(error.localizedDescription)
            }
        }
        for request in transport.requests {
            #expect(request.headers["X-Algolia-API-Key"] == Self.key)
            #expect(!request.url.absoluteString.contains(Self.key))
            #expect(!String(decoding: request.body ?? Data(), as: UTF8.self).contains(Self.key))
            texts += Self.texts(of: request)
        }
        #expect(transport.requests.count == 3)
        for text in texts { #expect(!text.contains(Self.key), "\(text)") }
    }

    @Test("Injection attempts in values find only their own results")
    func hostileValues() async throws {
        let loaded = try await LoadedService.filled()
        let attacks = [
            "x OR p:v_title", "x) OR (p:v_title", "x\" OR p:v_title", "-x", "*", "x AND NOT p:zzz", "x:y",
            "a,b", "%26filters=p:v_title",
            "&filters=", "x&hitsPerPage=1000", "\\", "\"", "'", "`", "{{", "]]", "\u{0}", "\u{202E}",
            "x\nAND", "s416c706861",
        ]
        for attack in attacks {
            for name in ["title", "status", "caf\u{E9}", "caf\u{E9}s", "moods", "maker"] {
                let filter = Filter.leaf(.init(.equal, name, value: .string(attack), type: .string))
                let expected = try InstanceSearch(things(filter)).all(of: Things.instances).map(\.instanceID)
                #expect(try await loaded.ids(things(filter)) == expected, "\(name) \(attack)")
            }
            var request = things()
            request.ids = [attack]
            let expected = try InstanceSearch(request).all(of: Things.instances).map(\.instanceID)
            #expect(try await loaded.ids(request) == expected)
            request.ids = nil
            request.segment = Segment(tags: [Tag(name: attack, value: attack)])
            #expect(try await loaded.ids(request).isEmpty)
            request.segment = nil
            request.text = TextSearch(.all(attack, matching: .wholeWords))
            let words = try InstanceSearch(request).all(of: Things.instances).map {
                Array($0.instanceID.utf8)
            }
            #expect(try await Set(loaded.ids(request).map { Array($0.utf8) }) == Set(words), "\(attack)")
        }
    }

    @Test("A wrong key is the service's error")
    func wrongKey() async throws {
        let loaded = try await LoadedService.filled([])
        let engine = AlgoliaEngine(
            applicationID: SearchService.application, apiKey: "wrong", settings: loaded.settings)
        let error = await #expect(throws: AlgoliaError.self) { try await engine.searchData(things()) }
        #expect(error?.status == 403)
        #expect(error?.message == "Invalid Application-ID or API key")
    }
}
