import Foundation
import Quire
import QuireHALO
import QuireHTTP

// The Swift code of the article "Logs, metrics and traces", compiled. Change the article and this file together.

enum ObservingSamples {
    static func observed(
        _ url: URL, _ token: BearerToken, _ observer: any RequestObserver
    ) -> ContentClient {
        let transport = NetworkTransport().wrapped(in: [ObservingMiddleware(by: observer)])
        let halo = HALOEngine(baseURL: url, authorization: token, transport: transport)
        let content = ContentClient(engine: halo.observed(by: observer))
        return content
    }
}

// The recipes use packages that Quire does not depend on. These types stand in for them.

/// As in swift-log.
struct Logger: Sendable {
    typealias Metadata = [String: String]

    func trace(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata? = nil) {}
    func debug(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata? = nil) {}
    func error(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata? = nil) {}
}

/// As in swift-service-context.
struct ServiceContext: Sendable {
    static let topLevel = ServiceContext()
    static var current: ServiceContext? { nil }
}

/// As in swift-distributed-tracing.
protocol Span: Sendable {
    var context: ServiceContext { get }
    var attributes: SpanAttributes { get nonmutating set }
    func recordError(_ error: any Error)
    func end()
}

struct SpanAttributes: Sendable {
    private var values: [String: String] = [:]

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    subscript(name: String) -> Int? {
        get { values[name].flatMap(Int.init) }
        set { values[name] = newValue.map(String.init) }
    }
}

enum SpanKind: Sendable { case client }

/// Records its calls for the test of the recipe.
final class TestSpan: Span, @unchecked Sendable {
    let name: String
    let context = ServiceContext()
    private let lock = NSLock()
    private var stored = SpanAttributes()
    private var ends = 0

    init(_ name: String) { self.name = name }

    var attributes: SpanAttributes {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    func recordError(_ error: any Error) { attributes["error"] = "\(error)" }
    func end() { lock.withLock { ends += 1 } }
}

func startSpan(_ name: String, context: ServiceContext, ofKind kind: SpanKind) -> any Span { TestSpan(name) }

// MARK: - The article's code

struct RequestLog: RequestObserver {
    let logger: Logger

    func started(_ request: ObservedRequest) {
        logger.trace("started \(request)")
    }

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {
        logger.debug(
            "\(request): \(summary)", metadata: ["request": "\(request.id)", "rows": "\(summary.rows ?? 0)"])
    }

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {
        logger.error("\(request) failed: \(error)", metadata: ["request": "\(request.id)"])
    }
}

final class RequestTraces: RequestObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var spans: [UInt64: any Span] = [:]

    func started(_ request: ObservedRequest) {
        lock.withLock {
            let parent = request.parent.flatMap { spans[$0]?.context }
            let span = startSpan(
                "\(request.system) \(request.operation)", context: parent ?? .current ?? .topLevel,
                ofKind: .client)
            span.attributes["quire.subject"] = request.subject
            spans[request.id] = span
        }
    }

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {
        let span = lock.withLock { spans.removeValue(forKey: request.id) }
        span?.attributes["quire.rows"] = summary.rows
        span?.attributes["http.response.status_code"] = summary.status
        span?.end()
    }

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {
        let span = lock.withLock { spans.removeValue(forKey: request.id) }
        span?.recordError(error)
        span?.end()
    }
}
