import QuireCore
import QuireRemote

/// Finds out what the preparation of one module's index would do. Only reads from the cluster.
struct IndexPlanning {
    let preparation: IndexPreparation

    private var administration: IndexAdministration { preparation.administration }
    private var names: IndexNames { preparation.names }
    private var module: ModuleDescriptor { preparation.module }
    private var isCopying: Bool { if case .copying = preparation.filling { true } else { false } }
    private var hasOtherSource: Bool { if case .engine = preparation.filling { true } else { false } }

    /// `nil` if nothing changes.
    func plan() async throws -> PreparationPlan.Module? {
        switch try await preparation.step() {
        case .keep(let index):
            let lacking = try await administration.count(of: index, where: .not(.exists(LayoutField.id)))
            if lacking > 0 {
                return PreparationPlan.Module(
                    module.name, .alter, live: index, collection: index, writtenItems: lacking,
                    differences: ["adds what searches need to items that other programs wrote"])
            }
            if try await administration.note(of: index) != nil { return nil }
            return alteration(index, live: index, "adds the description for quire import")
        case .begin(let former): return try await beginning(former)
        case .replace(let old): return try await replacement(of: old, try await differences(of: old))
        case .repair(let old, let differences): return try await replacement(of: old, differences)
        }
    }

    private func beginning(_ former: (name: String, index: String)?) async throws -> PreparationPlan.Module {
        let unfinished = try await unfinished(names.base, isEmptied: hasOtherSource)
        if unfinished != nil, !hasOtherSource, former == nil || !isCopying {
            return alteration(names.base, live: nil, "makes the unused index live")
        }
        let was = former.map { "was \"\($0.name)\" in \($0.index)" }
        return PreparationPlan.Module(
            module.name, .create, live: nil, collection: names.base,
            writtenItems: try await items(from: former?.index),
            differences: [isCopying ? was : nil, unfinished].compactMap { $0 })
    }

    private func replacement(
        of old: String, _ differences: [String]
    ) async throws -> PreparationPlan.Module {
        let next = preparation.next(after: old)
        return PreparationPlan.Module(
            module.name, .rebuild, live: old, collection: next, writtenItems: try await items(from: old),
            differences: differences + [try await unfinished(next, isEmptied: !isCopying)].compactMap { $0 })
    }

    private func alteration(_ index: String, live: String?, _ difference: String) -> PreparationPlan.Module {
        PreparationPlan.Module(
            module.name, .alter, live: live, collection: index, differences: [difference])
    }

    /// What happens to an unfinished index with this name; `nil` if there is none.
    private func unfinished(_ index: String, isEmptied: Bool) async throws -> String? {
        guard try await administration.exists(index) else { return nil }
        guard isEmptied else {
            try await preparation.check(index)
            return "continues with the unfinished \(index)"
        }
        guard preparation.isRestarting else { throw preparation.unfinished(index) }
        return "deletes the unfinished \(index) first"
    }

    private func items(from index: String?) async throws -> Int {
        var copied = 0
        if isCopying, let index { copied = try await administration.count(of: index) }
        return try await preparation.filling.itemCount(of: module, copied: copied)
    }

    private func differences(of old: String) async throws -> [String] {
        let note = try await administration.note(of: old)
        let own = ModuleNote(module, prefix: preparation.engine.settings.prefix)
        if let differences = own.differences(from: note), !differences.isEmpty { return differences }
        let differences = try await administration.differences(of: old, from: module)
        return differences.isEmpty ? ["changes the text analysis or the layout of documents"] : differences
    }
}
