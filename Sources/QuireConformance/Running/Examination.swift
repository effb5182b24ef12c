import QuireCore
import QuireEngine

/// One check on one engine: runs queries, compares and counts the responses, and records differences.
final class Examination {
    let engine: any ContentEngine
    /// A client that reads pages of the engine's own size.
    var client: ContentClient { ContentClient(engine: (engine as? WatchedEngine)?.withOwnPages ?? engine) }
    let options: ConformanceOptions
    private(set) var compared = 0
    private(set) var refused = 0
    private(set) var differences: [ConformanceDifference] = []
    /// The rejections by their reasons, in the order of their first examples.
    private var refusals: [ConformanceRefusal] = []

    init(of engine: any ContentEngine, _ options: ConformanceOptions) {
        self.engine = engine
        self.options = options
    }

    /// Whether the maximum number of differences is reached.
    var isFull: Bool { differences.count >= options.maximumDifferences }

    func check(_ check: ConformanceCheck) -> ConformanceReport.Check {
        ConformanceReport.Check(
            area: check.area, name: check.name, compared: compared, refused: refused,
            differences: differences, commonestRefusal: commonestRefusal)
    }

    /// The first one of equal counts.
    private var commonestRefusal: ConformanceRefusal? {
        refusals.first { first in refusals.allSatisfy { $0.count <= first.count } }
    }

    /// The size of the largest page that the engine returns.
    var largestPage: Int { (engine as? WatchedEngine)?.largestPage ?? .max }

    // MARK: - Comparing

    func note(_ request: String, expected: String, found: String) {
        guard !isFull else { return }
        differences.append(ConformanceDifference(request: request, expected: expected, found: found))
    }

    func expect<Value: Equatable>(
        _ value: Value, equals expected: Value, for request: @autoclosure () -> String
    ) {
        compared += 1
        if value != expected { note(request(), expected: "\(expected)", found: "\(value)") }
    }

    /// Counts a comparison that was made elsewhere.
    func count(_ comparisons: Int = 1) { compared += comparisons }

    /// Requires a minimum number of comparisons, because a check without any is meaningless.
    func expectComparisons(of name: String, atLeast minimum: Int = 1) {
        guard compared < minimum, !isFull else { return }
        note(
            name, expected: "at least \(minimum) responses to compare",
            found: "\(compared); the engine rejects \(refused) requests")
    }

    // MARK: - Rejections

    /// Counts a rejection.
    func noteRefusal(_ error: any Error, of request: @autoclosure () -> String) {
        refused += 1
        let unsupported = error as? UnsupportedError
        let reason = unsupported?.hint ?? "\(error)"
        if let index = refusals.firstIndex(where: { $0.reason == reason }) {
            refusals[index].count += 1
        } else {
            let part = unsupported.map { "\($0.node) in " } ?? ""
            refusals.append(
                ConformanceRefusal(count: 1, reason: reason, example: part + request().prefix(300)))
        }
    }

    /// Whether the engine supports a request. If `validate` throws, running the request must throw the same error.
    func supports(_ request: SearchRequest) async throws -> Bool {
        do {
            try engine.validate(request)
        } catch {
            noteRefusal(error, of: "\(request)")
            try await expectRefusal(request, error)
            return false
        }
        do {
            try request.check(for: engine.capabilities)
        } catch let error as UnsupportedError {
            note(
                "validate: \(request)", expected: "\(error), as the capabilities say", found: "no error")
        }
        return true
    }

    private func expectRefusal(_ request: SearchRequest, _ refusal: any Error) async throws {
        if options.refusesNothing || !(refusal is UnsupportedError) {
            note("validate: \(request)", expected: "no error", found: "threw \(refusal)")
        }
        let thrown = try await error { _ = try await engine.ids(request) }
        if thrown as? UnsupportedError != refusal as? UnsupportedError || thrown == nil {
            note(
                "\(request)", expected: "\(refusal), as from validate",
                found: thrown.map { "threw \($0)" } ?? "a response")
        }
    }

    /// Records a difference if a request does not throw a `QueryError` with a reason, from `validate` and when it
    /// runs.
    func expectInvalid(
        _ request: SearchRequest, _ reason: QueryError.Reason?, named name: @autoclosure () -> String,
        run: (SearchRequest) async throws -> Void
    ) async throws {
        let thrown = try await error { try await run(request) }
        // An engine that does not support the request need not check whether it is valid.
        if thrown is UnsupportedError {
            _ = try await supports(request)
            return
        }
        compared += 1
        let expected = "a QueryError\(reason.map { ": \($0)" } ?? "")"
        guard let refusal = thrown as? QueryError, reason == nil || refusal.reason == reason else {
            return note(name(), expected: expected, found: thrown.map { "threw \($0)" } ?? "a response")
        }
        let validated = try await error { try engine.validate(request) }
        if validated as? QueryError != refusal {
            note(
                "validate: \(name())", expected: "\(refusal), as from running it",
                found: validated.map { "threw \($0)" } ?? "no error")
        }
    }

    /// The error that a call throws, or `nil`. A cancellation ends the suite.
    func error(_ body: () async throws -> Void) async throws -> (any Error)? {
        do {
            try await body()
            return nil
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            return error
        }
    }
}
