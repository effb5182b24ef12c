import Foundation
import QuireCore
import QuireEngine
import QuireTerminal
import QuireText

/// Runs judged queries on engines, and prints the quality of the results.
struct Evaluation: Sendable {
    let settings: EvaluationSettings
    let output: Output

    func run() async throws {
        var results: [[SearchMetrics.JudgedResult]] = []
        for options in settings.engines {
            let (engine, close) = try await options.engine(modules: settings.modules)
            do {
                results.append(try await Self.results(settings, on: engine))
            } catch {
                await close()
                throw error
            }
            await close()
        }
        let report = EvaluationReport(names: settings.engines.map(\.kind.rawValue), results: results)
        try settings.printsJSON ? output.json("\(report.json)") : report.print(to: output)
    }

    static func results(
        _ settings: EvaluationSettings, on engine: any ContentEngine
    ) async throws -> [SearchMetrics.JudgedResult] {
        let client = ContentClient(engine: engine)
        let clock = ContinuousClock()
        var results: [SearchMetrics.JudgedResult] = []
        for query in settings.queries {
            let request = request(query.query, settings, on: engine)
            let start = clock.now
            let response = try await client.response(
                request, reading: .instances(of: settings.module, fields: []))
            let duration = start.duration(to: clock.now)
            results.append(
                SearchMetrics.JudgedResult(
                    query: query, ids: response.items.map(\.instanceID), latency: duration / .milliseconds(1))
            )
        }
        return results
    }

    /// Searches like a person: the last word may be unfinished, and the engine tolerates typos if it can.
    static func request(_ text: String, _ settings: EvaluationSettings, on engine: any ContentEngine)
        -> SearchRequest
    {
        var request = SearchRequest(module: settings.module)
        request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        request.fields = []
        request.page = .page(1, size: SearchMetrics.pageSize)
        guard !settings.isExact else { return request }
        var tolerant = request
        tolerant.text?.toleratesTypos = true
        return (try? engine.validate(tolerant)) != nil ? tolerant : request
    }
}
