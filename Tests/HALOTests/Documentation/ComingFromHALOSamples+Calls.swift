import Foundation
import Quire
import QuireHALO
import SampleModules

/// Custom calls, and the responses beside results.
enum CallSamples {
    struct Points: Codable { var count: Int }

    static func cells(_ halo: HALOEngine) async throws {
        _ = try await halo.send(.get, "api/acme-loyalty/points")
        _ = try await halo.recordingResponses { halo in try await halo.modules() }
    }

    static func sending(_ halo: HALOEngine) async throws {
        let points = try JSONEncoder().encode(Points(count: 5))
        let response = try await halo.send(.post, "api/acme-loyalty/points", body: points)
        print(response.status, try JSONDecoder().decode(Points.self, from: response.body).count)
    }

    static func query(_ halo: HALOEngine) async throws {
        let year = URLQueryItem(name: "year", value: "2026")
        let response = try await halo.send(.get, "api/acme-loyalty/points", query: [year])
        print(response.status, response.headers["ETag"] ?? "no ETag", response.body.count)
    }

    static func responses(_ halo: HALOEngine) async throws {
        let (page, responses) = try await halo.recordingResponses { halo in
            try await ContentClient(engine: halo).fetch(Books.query().where(\.age >= 18))
        }
        print(page.count, responses[0].status, responses[0].headers["ETag"] ?? "no ETag")
    }

    static func creating(_ halo: HALOEngine, _ draft: Books.Draft) async throws {
        let (made, responses) = try await halo.recordingResponses { halo in
            try await ContentClient(engine: halo).create(draft)
        }
        print(made.id, responses.map(\.status))
    }

    static func names(_ url: URL) -> HALOEngine {
        var settings = HALOEngine.Settings()
        settings.sendsModuleIDs = false
        return HALOEngine(baseURL: url, settings: settings)
    }
}
