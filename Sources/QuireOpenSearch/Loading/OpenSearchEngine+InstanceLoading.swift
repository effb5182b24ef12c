import Foundation
import Quire

extension OpenSearchEngine: InstanceLoading {
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        let names = try IndexNames(module, settings)
        let live = try await administration.indices(behind: names.alias)
        if !replacing, let index = live.first, live.count == 1, names.fits(index) {
            try await administration.check(index, for: module)
            return LoadingPlace(
                name: index, identity: try await administration.identity(of: index), isLive: true)
        }
        let unseen = try await administration.indices(of: names).filter { $0.aliases.isEmpty }
        if resuming, let index = unseen.first(where: { names.fits($0.name) }) {
            try await administration.check(index.name, for: module)
            return LoadingPlace(
                name: index.name, identity: try await administration.identity(of: index.name), isLive: false)
        }
        for index in unseen { try await administration.remove(index.name) }
        let moment = UInt64(Date().timeIntervalSince1970 * 1000)
        let name =
            live.contains(names.base) ? "\(names.base)-\(String(moment, radix: 16))" : names.base
        guard try await administration.create(name, for: module) else {
            throw OpenSearchError(
                .refused, "make the index \(name)", reason: "another load has made it just now")
        }
        return LoadingPlace(
            name: name, identity: try await administration.identity(of: name), isLive: false)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteFailure?] {
        let indexed = IndexedModule(module)
        var failures: [WriteFailure?] = Array(repeating: nil, count: instances.count)
        var lines: [BulkLine] = []
        var positions: [Int] = []
        for (position, instance) in instances.enumerated() {
            let id = instance.instanceID
            guard (1...IndexLimits.id).contains(id.utf8.count) else {
                failures[position] = WriteFailure(
                    .invalid, WriteOperation(.createOrUpdate, module, id: id),
                    message: "expected an id of 1 to \(IndexLimits.id) bytes")
                continue
            }
            lines.append(.writing(IndexedDocument(instance, of: indexed, settings.analyzer), in: place.name))
            positions.append(position)
        }
        // A name that is not there any more would become an index without a mapping.
        guard try await administration.identity(of: place.name) == place.identity else {
            throw OpenSearchError(
                .notPrepared, "load items of \(module.name)",
                reason: "the index \(place.name) is another one now")
        }
        let outcomes = try await BulkSender(connection: connection, settings: settings).send(
            lines, refresh: .later, intent: .write, "load \(instances.count) items of \(module.name)")
        for (position, outcome) in zip(positions, outcomes) where !outcome.isSuccess {
            var failure = WriteFailure(
                outcome.status == 400 ? .invalid : .other,
                WriteOperation(.createOrUpdate, module, id: instances[position].instanceID),
                message: outcome.reason ?? "the cluster refused it")
            failure.status = outcome.status
            failure.type = outcome.type
            failures[position] = failure
        }
        return failures
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        let names = try IndexNames(module, settings)
        try await administration.refresh(place.name)
        let live = try await administration.indices(behind: names.alias)
        let others = live.filter { $0 != place.name }
        if others.isEmpty, !live.isEmpty { return }
        try await IndexSwitch(administration: administration, names: names).run(from: others, to: place.name)
    }
}
