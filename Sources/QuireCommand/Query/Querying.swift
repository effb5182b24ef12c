import Foundation
import QuireCore
import QuireEngine
import QuireStore
import QuireTerminal
import QuireText

/// Runs a query and prints its response.
struct Querying: Sendable {
    let settings: QuerySettings
    let output: Output
    let errors: Output

    /// The exit code.
    func run() async -> Int32 {
        do {
            let (engine, close) = try await settings.engine.engine(modules: settings.modules)
            do {
                try await run(on: engine)
            } catch let error as UnsupportedError {
                await close()
                try? errors.error(withHint(error, engine), of: "quire")
                return 1
            } catch {
                await close()
                throw error
            }
            await close()
            return 0
        } catch is Output.Closed {
            return 0
        } catch {
            try? errors.error(sentence(error), of: "quire")
            return 1
        }
    }

    private func run(on engine: any ContentEngine) async throws {
        let client = ContentClient(engine: engine)
        let printer = ResponsePrinter(settings: settings, output: output, errors: errors)
        switch settings.task {
        case .page: try printer.print(try await self.response(settings.request, client))
        case .all: try await printAll(client, printer)
        case .count: try output.line(String(try await client.count(settings.request)))
        case .explain:
            try output.lines(try settings.request.explanation(on: engine))
        }
    }

    private func response(
        _ request: SearchRequest, _ client: ContentClient
    ) async throws -> SearchResponse<JSONValue> {
        // Items are printed whole.
        var whole = request
        whole.decoding.keepsUnknownValues = true
        let response = try await client.response(whole, reading: .instances(selectedBy: request))
        if settings.task == .page { try request.checkCompleteness(of: response) }
        return response
    }

    /// Prints page by page, without repeated items.
    private func printAll(_ client: ContentClient, _ printer: ResponsePrinter) async throws {
        var walk = PageWalk(settings.request.paging(on: client.engine))
        var all = ResponsePrinter.Pages()
        // Facets cover the whole result, so only the first page requests them.
        var facets = settings.request.facets
        while var request = walk.next {
            request.facets = facets
            facets = []
            var response = try await self.response(request, client)
            try walk.take(&response, id: \.instanceID)
            try printer.add(response, to: &all)
        }
        try printer.end(all)
        try walk.finish()
    }

    /// The error's text. Advice about opening a store in code is replaced by the command for it.
    private func sentence(_ error: any Error) -> String {
        #if SQLite
        if var error = error as? StoreError, error.code == .needsMigration {
            let file = settings.engine.store ?? error.location
            error.advice =
                error.schemaDifference?.isCertainDowngrade == true
                ? "A later schema has migrated the store: query it with that schema."
                : "Run 'quire migrate --store \(file)' with the same schema, or use the schema that the store was created with."
            return "\(error)"
        }
        #endif
        return "\(error)"
    }

    /// The error's text, with a hint to use client-side filtering if only the filter is unsupported.
    private func withHint(_ error: UnsupportedError, _ engine: any ContentEngine) -> String {
        var request = settings.request
        guard request.fallback == nil, request.filter != nil || request.metaFilter != nil else {
            return "\(error)"
        }
        request.filter = nil
        request.metaFilter = nil
        guard (try? request.validate(on: engine)) != nil else { return "\(error)" }
        let sentence = "\(error)".hasSuffix(".") ? "\(error)" : "\(error)."
        return sentence + " Use --fallback 10000 to filter at most 10,000 items in the client"
    }
}
