import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// Collections that other programs made. The engine takes a collection for a prepared one until the server denies it; then
/// it reads the server's description, and again when a search shows that it is outdated.
extension TypesenseEngine {
    /// Reads the descriptions of modules' collections.
    ///
    /// - Returns: Whether anything is different from what was known.
    func discover(_ modules: [ModuleDescriptor]) async throws -> Bool {
        var isChanged = false
        for module in modules {
            let name = layout(of: module).alias
            let description = try await places.description(name)
            var found: ExistingLayout?
            if let description, description.member("fields")?.elements == nil {
                throw TypesenseError(
                    status: 200, message: "the description of the collection has no fields",
                    call: "GET /collections/\(name)")
            }
            if let description, ForeignDocuments.guardField(in: description) == nil {
                found = ExistingLayout(module, name, description)
                try await learnVersion()
            }
            let known = existing[module]
            if found.map({ $0.differs(from: known) }) ?? (known != nil) { isChanged = true }
            existing[module] = found
            existing.describe(module)
        }
        return isChanged
    }

    /// Runs a body for the collection of another program, or another one for a prepared collection.
    func carryOut<Result>(
        on module: ModuleDescriptor, existing body: (ExistingLayout) async throws -> Result,
        prepared: () async throws -> Result
    ) async throws -> Result {
        if let layout = existing[module] { return try await body(layout) }
        do {
            return try await prepared()
        } catch let error as CollectionError where error.mayBeOfAnotherProgram {
            guard try await discover([module]), let layout = existing[module] else { throw error }
            return try await body(layout)
        }
    }

    /// Runs requests, each in the way of its collection.
    ///
    /// - Parameter prepared: Runs requests on prepared collections.
    func responses(
        to requests: [SearchRequest],
        prepared: ([SearchRequest]) async throws -> [Result<EngineResponse, any Error>]
    ) async throws -> [Result<EngineResponse, any Error>] {
        do {
            let results = try await oneTurn(requests, prepared)
            let outdated = zip(requests, results).compactMap { request, result in
                if case .failure(let error as CollectionError) = result, error.mayBeOfAnotherProgram {
                    request.module
                } else {
                    nil
                }
            }
            guard !outdated.isEmpty, try await discover(outdated) else { return results }
        } catch let error as CollectionError where error.mayBeOfAnotherProgram {
            guard try await discover(requests.map(\.module)) else { throw error }
        }
        return try await oneTurn(requests, prepared)
    }

    private func oneTurn(
        _ requests: [SearchRequest],
        _ prepared: ([SearchRequest]) async throws -> [Result<EngineResponse, any Error>]
    ) async throws -> [Result<EngineResponse, any Error>] {
        let layouts = requests.map { existing[$0.module] }
        guard layouts.contains(where: { $0 != nil }) else { return try await prepared(requests) }
        let plans = zip(requests, layouts).map { request, layout in
            layout.map { layout in Result { try plan(request, layout) } }
        }
        let others = zip(requests, layouts).filter { $1 == nil }.map(\.0)
        var rest = (others.isEmpty ? [] : try await prepared(others)).makeIterator()
        var found = try await run(plans.compactMap { try? $0?.get() }).makeIterator()
        return plans.compactMap { plan in
            switch plan {
            case nil: rest.next()
            case .failure(let error)?: .failure(error)
            case .success?: found.next()
            }
        }
    }

    func plan(_ request: SearchRequest, _ layout: ExistingLayout) throws -> ExistingPlan {
        try ExistingPlan(
            request, layout, capabilities: Self.capabilities, settings: settings, features: server.features)
    }

    func writing(_ layout: ExistingLayout) -> ExistingWriting {
        ExistingWriting(connection: connection, importSize: settings.batchSize, layout: layout)
    }

    /// Runs plans together.
    func run(_ plans: [ExistingPlan]) async throws -> [Result<EngineResponse, any Error>] {
        let entries = plans.map(\.entries)
        let all = entries.flatMap { $0 }
        var results: [Result<SearchResult, any Error>] = []
        for start in stride(from: 0, to: all.count, by: SearchEntry.mostInOneRequest) {
            try Task.checkCancellation()
            let some = Array(all[start..<min(start + SearchEntry.mostInOneRequest, all.count)])
            results += try await send(ExistingEntry.body(some), reading: some.map(\.form), .read)
        }
        var start = 0
        var responses: [Result<EngineResponse, any Error>] = []
        for (plan, own) in zip(plans, entries) {
            let part = results[start..<start + own.count]
            start += own.count
            do {
                let found = try part.map { try $0.get() }
                let isWhole = if case .everything = plan.window { true } else { false }
                let everything = isWhole ? try await self.everything(plan, found) : nil
                responses.append(.success(plan.response(found, everything: everything)))
            } catch {
                responses.append(.failure(error))
            }
        }
        return responses
    }

    /// Reads the pages after the first. If items were added or removed meanwhile, all are read again.
    private func everything(_ plan: ExistingPlan, _ results: [SearchResult]) async throws -> [FoundDocument] {
        guard !plan.findsNothing, let first = results.first else { return [] }
        for turn in 0..<4 {
            let found: SearchResult
            if turn == 0 { found = first } else { found = try await page(1, of: plan) }
            var documents = found.hits
            var keys = Set(found.hits.map(\.key))
            var number = 1
            var isStable = documents.count == min(found.found, SearchEntry.largestPage)
            while isStable, documents.count < found.found {
                try Task.checkCancellation()
                number += 1
                let next = try await page(number, of: plan)
                documents += next.hits
                keys.formUnion(next.hits.map(\.key))
                isStable =
                    next.found == found.found && keys.count == documents.count
                    && documents.count == min(found.found, number * SearchEntry.largestPage)
            }
            if isStable { return documents }
        }
        throw TypesenseError(
            status: 200, message: "the items changed again and again while their pages were read",
            call: "search \(plan.layout.module.module.name)")
    }

    private func page(_ number: Int, of plan: ExistingPlan) async throws -> SearchResult {
        let entry = ExistingEntry(
            plan: plan, filter: plan.filter, page: number, size: SearchEntry.largestPage)
        guard
            let result = try await send(ExistingEntry.body([entry]), reading: [plan.form], .read).first
        else { throw TypesenseError(status: 200, message: "the response has no results", call: "search") }
        return try result.get()
    }
}

extension CollectionError {
    /// Whether the collection is not the prepared one that was expected.
    var mayBeOfAnotherProgram: Bool { reason == .otherSchema || reason == .missing }
}
