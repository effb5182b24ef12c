import Foundation
import QuireServer

/// A server with nothing but the explorer, on this machine only.
package final class ExplorerServer: Sendable {
    package let explorer: Explorer
    private let service: HTTPService

    /// - Throws: `ServerError` if the address is malformed.
    package init(
        _ explorer: Explorer, port: Int, log: (@Sendable (ServedExchange) -> Void)? = nil
    ) throws {
        self.explorer = explorer
        var access = try AccessRules(
            host: "127.0.0.1", allowedHosts: [], allowedOrigins: [], hasCredentials: true)
        access.extraHeaders = PageHeaders.all
        var limits = HTTPLimits()
        limits.bodyBytes = 8 << 20
        limits.connections = 256
        // A page always waits for changes, which would delay the end.
        limits.stopTime = 200
        service = HTTPService(host: "127.0.0.1", port: port, limits: limits, access: access, log: log) {
            request in
            if request.path == "/" {
                return ServedResponse(303, headers: [("Location", ExplorerRoute.base)], body: [])
            }
            var response = await explorer.respond(to: request)
            // The service adds them.
            response?.headers.removeAll { header in PageHeaders.all.contains { $0.name == header.name } }
            return response
                ?? ExplorerError(.notFound, "The explorer is at \(ExplorerRoute.base).").response
        }
    }

    /// - Throws: `ServerError` if the port is not available.
    package func start() throws { try service.start() }

    package func stop() async { await service.stop() }

    package var port: Int { service.port }

    /// The page's URL with the token, to open in a browser.
    package var url: String { explorer.url(at: service.url) }
}

extension Explorer {
    /// The page's URL on a server, with the token.
    package func url(at server: URL) -> String {
        "\(server.absoluteString)\(ExplorerRoute.base)#token=\(token.text)"
    }
}
