import Foundation
import QuireCore
import QuireEngine
import QuireTerminal
import QuireText
import QuireToolbox

/// Runs judged queries on engines, and prints the quality of the results.
struct Evaluation: Sendable {
    let settings: EvaluationSettings
    let output: Output
    /// For warnings.
    let errors: Output

    /// Returns `false` if a score is lower than the baseline allows.
    func run() async throws -> Bool {
        var results: [[SearchMetrics.JudgedResult]] = []
        for options in settings.engines {
            var settings = settings
            settings.searchesByMeaning = options.embedder != nil
            let (engine, close) = try await options.engine(modules: settings.modules)
            do {
                try await warnOfUnknownItems(engine, options.kind.rawValue)
                results.append(try await Self.results(settings, on: engine))
            } catch {
                await close()
                throw error
            }
            await close()
        }
        let report = EvaluationReport(names: settings.engines.map(\.kind.rawValue), results: results)
        try settings.printsJSON ? output.json("\(report.json)") : report.print(to: output)
        guard let baseline = settings.baseline else { return true }
        let changes = baseline.changes(to: SearchMetrics(results.first ?? []))
        if !settings.printsJSON { try baseline.print(changes, to: output) }
        for change in changes where baseline.isTooLow(change) {
            try errors.line("quire: error: \(change.text). The baseline allows \(baseline.allowedDrop) less.")
        }
        return !changes.contains(where: baseline.isTooLow)
    }

    /// Warns of expected items that an engine does not have: their queries count as misses.
    private func warnOfUnknownItems(_ engine: any ContentEngine, _ name: String) async throws {
        let unknown = try await Self.unknownIDs(settings, on: engine)
        guard let first = unknown.first else { return }
        let count =
            unknown.count == 1 ? "1 expected item is" : "\(Text.count(unknown.count)) expected items are"
        try errors.line(
            "quire: warning: \(count) not in \(settings.module.name) on \(name), for example \"\(first.shortened)\". "
                + "Correct the ids, or load the items.")
    }

    /// The ids of expected items that an engine does not have, in the order of the queries.
    static func unknownIDs(
        _ settings: EvaluationSettings, on engine: any ContentEngine
    ) async throws -> [String] {
        var seen: Set<String> = []
        let ids = settings.queries.flatMap(\.expected).map(\.id).filter { seen.insert($0).inserted }
        let client = ContentClient(engine: engine)
        var existingIDs: Set<String> = []
        for start in stride(from: 0, to: ids.count, by: 100) {
            var request = SearchRequest(module: settings.module)
            request.ids = Array(ids[start..<min(start + 100, ids.count)])
            request.fields = []
            request.page = .page(1, size: 100)
            let response = try await client.response(
                request, reading: .instances(of: settings.module, fields: []))
            existingIDs.formUnion(response.items.map(\.instanceID))
        }
        return ids.filter { !existingIDs.contains($0) }
    }

    static func results(
        _ settings: EvaluationSettings, on engine: any ContentEngine
    ) async throws -> [SearchMetrics.JudgedResult] {
        let client = ContentClient(engine: engine)
        let clock = ContinuousClock()
        var results: [SearchMetrics.JudgedResult] = []
        for query in settings.queries {
            let request = request(query.query, settings)
            let start = clock.now
            let response = try await client.response(
                request, reading: .instances(of: settings.module, fields: []))
            let duration = start.duration(to: clock.now)
            var result = SearchMetrics.JudgedResult(
                query: query, ids: response.items.map(\.instanceID), latency: duration / .milliseconds(1))
            if result.ids.count == SearchMetrics.pageSize {
                var deeper = request
                deeper.page = .page(1, size: SearchMetrics.recallSize)
                result.more = try await client.response(
                    deeper, reading: .instances(of: settings.module, fields: [])
                ).items.map(\.instanceID)
            }
            results.append(result)
        }
        return results
    }

    /// Searches like a person: the last word may be unfinished, and the engine tolerates typos if it can.
    static func request(_ text: String, _ settings: EvaluationSettings) -> SearchRequest {
        var request = SearchRequest(module: settings.module)
        request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        request.fields = []
        request.page = .page(1, size: SearchMetrics.pageSize)
        if settings.isExact { request.text?.mode = .asTyped }
        if settings.searchesByMeaning { request.text?.mode = .meaning }
        return request
    }
}
