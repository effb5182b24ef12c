import Foundation
import Quire
import QuireHTTP
import Testing

/// Which servers a transport over libcurl trusts.
@Suite("Trust", .serialized)
struct TrustTests {
    private func response(
        of server: TLSServer, _ trust: CurlTransport.Trust
    ) async throws -> Result<Data, TransportError> {
        do {
            let request = HTTPRequest(.get, server.url)
            return .success(
                try await CurlTransport(trust: trust).send(request, deadline: .after(.seconds(900))).body)
        } catch let error as TransportError {
            return .failure(error)
        }
    }

    @Test("A server is trusted by the given authorities and keys, and by no others")
    func trust() async throws {
        let server = try TLSServer()
        defer { server.stop() }
        let secure = Data("secure".utf8)
        let other = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

        #expect(
            try await response(of: server, .init(certificateAuthorities: server.certificate))
                == .success(secure))
        #expect(
            try await response(
                of: server,
                .init(
                    certificateAuthorities: server.certificate, pinnedPublicKeys: "\(other);\(server.pin)"))
                == .success(secure))

        for settings in [
            CurlTransport.Trust(),
            .init(certificateAuthorities: server.certificate, pinnedPublicKeys: other),
            .init(certificateAuthorities: "/no/such/file.pem"),
        ] {
            guard case .failure(let error) = try await response(of: server, settings) else {
                Issue.record("trusted without a reason: \(settings)")
                continue
            }
            #expect(error.kind == .insecure, "\(error)")
            #expect(!error.isRetryable)
        }
    }
}
