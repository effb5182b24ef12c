import Foundation
import QuireCore
import QuireServer

/// The explorer: a page in the browser, and the API that it calls.
///
/// It belongs to a server on this machine, and responds under `/explore/`. The page's files hold no secret. Every call of
/// the API must carry the token that the program printed with the URL.
package final class Explorer: Sendable {
    package let token = AccessToken()
    private let context: ExplorerContext
    private let api: ExplorerAPI
    private let page: PageFiles
    private let rules: AccessRules

    /// - Throws: `ExplorerError` if the schema has errors.
    package init(
        schema: SchemaSource, engines: [ExploredEngine], options: ExplorerOptions
    ) throws {
        context = ExplorerContext(
            schema: try CurrentSchema(schema, titleFields: options.titleFields),
            engines: ExploredEngine.numbered(engines), options: options)
        api = ExplorerAPI(context)
        page = PageFiles(folder: options.pageFolder)
        rules = try AccessRules(
            host: "127.0.0.1", allowedHosts: [], allowedOrigins: [], hasCredentials: true)
    }

    /// Responds to requests under `/explore/`; `nil` for others.
    package func respond(to request: ServedRequest) async -> ServedResponse? {
        guard request.path == "/explore" || request.path.hasPrefix(ExplorerRoute.base) else { return nil }
        var response: ServedResponse
        do {
            response = try await checkedResponse(to: request)
        } catch {
            response = ExplorerError(of: error).response
        }
        response.headers += PageHeaders.all
        return response
    }

    private func checkedResponse(to request: ServedRequest) async throws -> ServedResponse {
        // A server with the content API may accept more than the explorer does.
        if let problem = rules.problem(of: request) {
            var error = ExplorerError(.origin, problem.message)
            error.status = problem.status
            throw error
        }
        guard request.path.hasPrefix(ExplorerRoute.apiBase) else { return try file(request) }
        guard token.isEqual(to: request[header: AccessToken.header]) else {
            throw ExplorerError(
                .token,
                "The token is missing or wrong. Open the URL that the program printed when it started.")
        }
        let name = String(request.path.dropFirst(ExplorerRoute.apiBase.count))
        guard let route = ExplorerRoute(rawValue: name) else {
            throw ExplorerError(.notFound, "The explorer has no such call.")
        }
        guard route.methods.contains(request.method) else {
            throw ExplorerError(.method, "This call takes \(route.methods.joined(separator: " or ")).")
        }
        return try await api.respond(to: request, at: route)
    }

    private func file(_ request: ServedRequest) throws(ExplorerError) -> ServedResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw ExplorerError(.method, "The page's files take GET.")
        }
        // Relative URLs of the page need the slash.
        guard request.path != "/explore" else {
            return ServedResponse(303, headers: [("Location", ExplorerRoute.base)], body: [])
        }
        let name = String(request.path.dropFirst(ExplorerRoute.base.count))
        guard let file = page.file(name.isEmpty ? "index.html" : name) else {
            throw ExplorerError(.notFound, "The page has no such file.")
        }
        return ServedResponse(200, headers: [("Content-Type", file.type)], body: file.bytes)
    }

    /// Follows the schema's files and the commits of the main engine, until the task is cancelled.
    package func follow() async {
        let feed = api.changes.feed
        async let commits: Void = api.changes.follow()
        await context.schema.follow { feed.add(nil) }
        await commits
    }
}

/// The secret in the explorer's URL. Every call of the API carries it.
///
/// The URL has it in its fragment, which browsers send to nobody, neither in requests nor as a referrer.
package struct AccessToken: Sendable {
    /// 32 hexadecimal digits.
    package let text: String

    /// A random token.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<32).map { _ in
            String(UInt8.random(in: 0..<16, using: &generator), radix: 16)
        }.joined()
    }

    /// The name of the header that carries the token.
    package static let header = "X-Quire-Token"

    /// Whether the text is the token. It always compares all bytes, so that the time says nothing about them.
    func isEqual(to text: String?) -> Bool {
        guard let text, text.utf8.count == self.text.utf8.count else { return false }
        return zip(text.utf8, self.text.utf8).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}

/// The headers of every response of the explorer, also of those to requests that fail.
///
/// The page runs only its own scripts and styles, none of them inline, talks only to its own server, and no other page may
/// embed it. Responses are not stored, because they hold content.
package enum PageHeaders {
    package static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"), ("Cache-Control", "no-store"),
        // Otherwise, browsers look up the hosts of links before anyone follows them.
        ("X-DNS-Prefetch-Control", "off"),
    ]

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        // Images of the content, by their URLs. The page loads them only if its user asks for it.
        "img-src 'self' data: https: http:", "frame-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")
}

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

/// The files of the page. They are part of the program, so that it needs no folder beside it, and no network.
struct PageFiles: Sendable {
    /// A folder to read the files from instead, to work on the page without building.
    var folder: String?

    /// The file with a name, and its media type; `nil` if there is none.
    func file(_ name: String) -> (type: String, bytes: [UInt8])? {
        guard let dot = name.lastIndex(of: "."),
            let type = Self.types[String(name[name.index(after: dot)...])]
        else { return nil }
        if let folder, Self.isName(name) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return (type, [UInt8](data))
        }
        return Self.embedded[name].map { (type, $0()) }
    }

    /// The names of all files.
    static var names: [String] { embedded.keys.sorted() }

    /// Whether the text names a file of the folder itself.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
            && !name.hasPrefix(".")
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    private static let embedded: [String: @Sendable () -> [UInt8]] = [
        "api.js": { PackageResources.api_js },
        "app.js": { PackageResources.app_js },
        "builder.js": { PackageResources.builder_js },
        "code.js": { PackageResources.code_js },
        "compare.js": { PackageResources.compare_js },
        "content.js": { PackageResources.content_js },
        "diagram.js": { PackageResources.diagram_js },
        "editing.js": { PackageResources.editing_js },
        "element.js": { PackageResources.element_js },
        "export.js": { PackageResources.export_js },
        "facets.js": { PackageResources.facets_js },
        "icon.svg": { PackageResources.icon_svg },
        "index.html": { PackageResources.index_html },
        "inputs.js": { PackageResources.inputs_js },
        "item.js": { PackageResources.item_js },
        "live.js": { PackageResources.live_js },
        "map.js": { PackageResources.map_js },
        "notices.js": { PackageResources.notices_js },
        "operations.js": { PackageResources.operations_js },
        "query.js": { PackageResources.query_js },
        "saved.js": { PackageResources.saved_js },
        "schema-view.js": { PackageResources.schema_view_js },
        "schema.js": { PackageResources.schema_js },
        "shortcuts.js": { PackageResources.shortcuts_js },
        "state.js": { PackageResources.state_js },
        "style.css": { PackageResources.style_css },
        "table.js": { PackageResources.table_js },
        "tabs.js": { PackageResources.tabs_js },
        "value.js": { PackageResources.value_js },
    ]
}
