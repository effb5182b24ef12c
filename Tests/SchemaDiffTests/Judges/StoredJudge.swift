#if SQLite
import Foundation
import QuireSchema
import QuireStore
import Seeds
import Testing

import QuireCore

/// Decides by migrating a store's file whether the items in it keep their values.
struct StoredJudge {
    var items = 40

    /// What goes wrong, by module; empty if all items are read without a loss.
    func problems(_ pair: SchemaPair, seed: UInt64) async throws -> [String: [String]] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "diff-\(UUID().uuidString).sqlite")
        defer {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
        }
        var written: [String: [Value]] = [:]
        var values = RandomValues(pair.old, seed: seed)
        var options = StoreOptions()
        options.downgradePolicy = .allow
        let before = try await Store(.file(file.path), modules: pair.old.descriptors, options: options)
        for (module, _) in pair.modules {
            var lines = Data()
            for index in 0..<items {
                let item = values.item(of: module.fields)
                written[module.name, default: []].append(item)
                var json = JSONWriter()
                json.value(.object([.init("id", .string("\(index)")), .init("values", item)]))
                lines += Data(json.bytes) + Data("\n".utf8)
            }
            let summary = try await before.load(module.name, from: .data(lines))
            #expect(summary.rejectedCount == 0, "\(summary)")
        }
        await before.close()

        var problems: [String: [String]] = [:]
        let descriptors = try pair.new.descriptors
        let after = try await Store(.file(file.path), modules: descriptors, options: options)
        for (old, new) in pair.modules {
            let descriptor = try #require(descriptors.first { $0.name == new.name })
            var request = SearchRequest(module: descriptor)
            request.page = .all
            let response = try await after.search([request], decoding: .instances(of: descriptor))
            let found = try #require(response.first).items
            request.decoding.keepsUnknownValues = true
            let complete = try await after.search([request], decoding: .instances(of: descriptor))
            for instance in try #require(complete.first).items {
                expectNothingLost(written[old.name] ?? [], old, new, instance)
            }
            #expect(found.count == items)
            problems[new.name] = found.compactMap { instance -> String? in
                guard case .string(let id)? = instance.member("id"), let index = Int(id) else {
                    return "no id"
                }
                let item = written[old.name]?[index] ?? .null
                return problem(pair, old, new, item, instance.member("values") ?? .object([]))
            }
        }
        await after.close()
        return problems
    }

    /// Whatever the verdict: a value is at least kept under its name, as an unknown value.
    private func expectNothingLost(
        _ written: [Value], _ module: Module, _ new: Module, _ instance: Value
    ) {
        guard case .string(let id)? = instance.member("id"), let index = Int(id) else { return }
        for field in module.fields where written[index].member(field.name) != nil {
            // A value that does not fit may stay under its former name.
            let values = instance.member("values")
            let isKept =
                values?.member(new.successor(of: field)?.name ?? field.name) != nil
                || values?.member(field.name) != nil
            #expect(isKept, "\(field.name) of \(written[index]) is lost: \(instance)")
        }
    }

    private func problem(
        _ pair: SchemaPair, _ old: Module, _ new: Module, _ item: Value, _ stored: Value
    ) -> String? {
        guard let before = MeaningReader(schema: pair.old).item(item, of: old.fields),
            let after = MeaningReader(schema: pair.new).item(stored, of: new.fields)
        else { return "the item \(stored) is rejected" }
        for field in old.fields {
            guard let successor = new.successor(of: field), let value = before[field.name] else { continue }
            guard let found = after[successor.name], found.keeps(value) else {
                return "\(field.name) of \(item) is not the same: \(stored)"
            }
        }
        return nil
    }
}
#endif
