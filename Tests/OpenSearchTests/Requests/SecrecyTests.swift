import Foundation
import Quire
import QuireHTTP
import QuireOpenSearch
import SampleModules
import Testing
import TransportDoubles

/// Credentials are sent in one header, and occur nowhere else.
@Suite struct SecrecyTests {
    private static let url = URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")
    private static let cases: [(OpenSearchCredentials, String?)] = [
        (.none, nil),
        (.basic(user: "ann", password: "s3cret!"), "Basic YW5uOnMzY3JldCE="),
        (.apiKey("a2V5OnNlY3JldA=="), "ApiKey a2V5OnNlY3JldA=="),
        (.bearer("tok-s3cret"), "Bearer tok-s3cret"),
    ]

    @Test("Each kind of credentials is sent in the documented header")
    func headers() async throws {
        for (credentials, header) in Self.cases {
            let transport = ScriptedTransport([.status(200, [:], #"{"hits":{"hits":[]}}"#)])
            let engine = OpenSearchEngine(
                nodes: [Self.url], credentials: credentials, transport: transport.undescribed)
            _ = try await engine.searchData(Books.query().request)
            #expect(transport.requests.map { $0.headers["Authorization"] } == [header])
            #expect(transport.requests.allSatisfy { $0.url.query() == nil })
        }
    }

    @Test(
        "Neither the error nor the log of a rejected, failed or redirected request contains the key",
        arguments: [302, 307, 401, 500, 503])
    func statuses(_ status: Int) async throws {
        let log = Log()
        let step = ScriptedTransport.Step.status(
            status, ["Location": "http://other.test/"],
            #"{"error":{"reason":"tok-s3cret"},"status":\#(status)}"#)
        let transport = ScriptedTransport(Array(repeating: step, count: 20))
            .wrapped(in: [LoggingMiddleware(showsHeaders: true) { log.add($0) }])
        let engine = OpenSearchEngine(
            nodes: [Self.url], credentials: .bearer("tok-s3cret"), transport: transport.undescribed)
        let error = await #expect(throws: (any Error).self) {
            try await engine.searchData(Books.query().request)
        }
        var texts = ["\(error as Any)", String(reflecting: error)] + log.lines
        dump(error, to: &texts[0])
        #expect(!log.lines.isEmpty)
        for text in texts { #expect(!text.contains("s3cret"), "\(text)") }
    }

    @Test("An aggregation's text with too many combining marks in a row is rejected before it is compared")
    func marks() async throws {
        let text = "a" + String(repeating: "\u{301}\u{323}", count: 100)
        let body =
            #"{"hits":{"total":{"value":0},"hits":[]},"aggregations":{"values0":{"buckets":[{"key":"\#(text)"}]}}}"#
        let engine = OpenSearchEngine(
            nodes: [Self.url], transport: ScriptedTransport([.status(200, [:], body)]).undescribed)
        let error = await #expect(throws: OpenSearchError.self) {
            try await engine.searchData(Books.query().request)
        }
        #expect(error?.description.contains("128 combining marks in a row") == true)
    }

    @Test("No description, mirror, explanation or error shows a secret")
    func secrets() async throws {
        for (credentials, header) in Self.cases where header != nil {
            let echo = "denied: \(header ?? "") s3cret! a2V5OnNlY3JldA== tok-s3cret"
            let error = #"{"error":{"type":"security_exception","reason":"\#(echo)"},"status":403}"#
            let transport = ScriptedTransport([
                .status(403, [:], error), .status(200, [:], #"{"responses":[\#(error),\#(error)]}"#),
            ])
            let engine = OpenSearchEngine(
                nodes: [Self.url], credentials: credentials, transport: transport.undescribed)
            var texts = ["\(engine)", "\(credentials)", String(reflecting: credentials)]
            for value in [engine as Any, credentials] {
                var text = ""
                dump(value, to: &text)
                texts.append(text)
            }
            texts.append(try engine.explain(Books.query().request))
            let first = await #expect(throws: OpenSearchError.self) {
                try await engine.searchData(Books.query().request)
            }
            let second = await #expect(throws: OpenSearchError.self) {
                try await engine.search(
                    [Books.query().request, Books.query().request], decoding: Books.itemDecoder)
            }
            for error in [first, second].compactMap({ $0 }) {
                #expect(error.reason.hasPrefix("denied"))
                var text = ""
                dump(error, to: &text)
                texts += [text, "\(error)", error.localizedDescription, String(reflecting: error)]
            }
            let secret =
                switch credentials {
                case .none: "-"
                case .basic(_, let password): password
                case .apiKey(let key): key
                case .bearer(let token): token
                }
            for text in texts {
                #expect(!text.contains(secret), "\(text)")
                #expect(!text.contains("YW5uOnMzY3JldCE="))
            }
        }
    }
}
