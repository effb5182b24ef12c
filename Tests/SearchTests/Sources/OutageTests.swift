import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import SampleModules
import Testing
import TransportDoubles

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which errors the mirror is used for.
@Suite struct OutageTests {
    @Test(
        "Network failures are outages; failures of the request are not",
        arguments: [
            (.timedOut, true), (.hostNotFound, true), (.connectionRefused, true), (.connectionLost, true),
            (.offline, true), (.insecure, true), (.proxyFailed, true), (.redirectRefused, true),
            (.tooManyRedirects, true), (.invalidResponse, true), (.other, true),
            (.responseTooLarge, false), (.readerTooSlow, false), (.invalidRequest, false),
        ] as [(TransportError.Kind, Bool)])
    func transport(_ kind: TransportError.Kind, _ isOutage: Bool) throws {
        let error = TransportError(kind, HTTPRequest(.get, try #require(URL(string: "http://halo"))))
        #expect(OfflineSettings.isOutage(error) == isOutage)
        #expect(error.isOutage == isOutage)
    }

    @Test(
        "A server that fails or is busy has an outage; one that rejects the request has not",
        arguments: [
            (400, false), (401, false), (404, false), (409, false), (429, true), (500, true), (503, true),
        ])
    func statuses(_ status: Int, _ isOutage: Bool) async throws {
        let url = try #require(URL(string: "http://halo"))
        var settings = HALOEngine.Settings()
        settings.retries = .never
        let engine = HALOEngine(
            baseURL: url, settings: settings, transport: ScriptedTransport([.status(status)]))
        let error = await #expect(throws: HALOError.self) {
            try await ContentClient(engine: engine).fetch(Books.query())
        }
        #expect(error.map(OfflineSettings.isOutage) == isOutage)
    }

    @Test("System errors are outages, except for cancellations and invalid addresses")
    func system() {
        let outages: [URLError.Code] = [.notConnectedToInternet, .timedOut, .cannotConnectToHost]
        for code in outages { #expect(OfflineSettings.isOutage(URLError(code))) }
        for code in [URLError.Code.cancelled, .badURL] {
            #expect(!OfflineSettings.isOutage(URLError(code)))
        }
        #expect(!OfflineSettings.isOutage(CancellationError()))
        #expect(!OfflineSettings.isOutage(UnsupportedError(engine: "HALO", node: "this", hint: "that")))
    }
}
