/// Reports one request to an observer, from start to end.
package enum Observation {
    /// The innermost observed request of this task.
    @TaskLocal private static var current: UInt64?

    /// The counts of a response.
    package struct Counts {
        var rows: Int?
        var bytes: Int?
        var status: Int?

        package init(rows: Int? = nil, bytes: Int? = nil, status: Int? = nil) {
            self.rows = rows
            self.bytes = bytes
            self.status = status
        }
    }

    /// Runs a request and calls the observer at its start and end. Requests that it sends become its children.
    package static func of<Response: Sendable>(
        _ system: String, _ operation: String, on subject: String, bytesSent: Int? = nil,
        by observer: any RequestObserver, counting counts: (Response) -> Counts,
        run: () async throws -> Response
    ) async throws -> Response {
        let request = ObservedRequest(
            id: UInt64.random(in: 1 ... .max), parent: current, system: system, operation: operation,
            subject: subject, bytesSent: bytesSent)
        let start = ContinuousClock.now
        observer.started(request)
        let response: Response
        do {
            response = try await $current.withValue(request.id) { try await run() }
        } catch {
            observer.failed(request, error, after: ContinuousClock.now - start)
            throw error
        }
        let counted = counts(response)
        observer.finished(
            request,
            RequestSummary(
                duration: ContinuousClock.now - start, rows: counted.rows, bytes: counted.bytes,
                status: counted.status))
        return response
    }
}
