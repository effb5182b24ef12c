#if SQLite
import Foundation
import Quire
import Seeds
import Testing

import QuireStore

/// Chains of random edits over random content, compared with a plain model: the values by module, item and field.
///
/// `QUIRE_CHAINS=1000` runs that many chains instead of a few.
@Suite("Chains of schema changes")
struct ChainTests {
    private static let count = Int(ProcessInfo.processInfo.environment["QUIRE_CHAINS"] ?? "") ?? 24

    @Test("No value is lost or changed in chains of ten random edits, and what does not fit is counted")
    func chains() async throws {
        var total = ChainRun.Numbers()
        for chain in 0..<UInt64(Self.count) {
            let seed = Seed.current &* 10_000 &+ chain
            var run = try ChainRun(seed: seed)
            do {
                for step in 0...10 { try await run.step(step) }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            for problem in run.problems.prefix(3) { Issue.record("seed \(seed): \(problem)") }
            total.add(run.numbers)
        }
        #expect(total.values > Self.count * 100 && total.incompatible > 0 && total.filled > 0)
        if Self.count > 100 { print("chains: \(Self.count), \(total)") }
    }
}

/// One chain of edits: the file, the schema, and the model of the content.
struct ChainRun {
    /// What a chain did.
    struct Numbers {
        var steps = 0
        var values = 0
        var incompatible = 0
        var filled = 0
        var refused = 0

        mutating func add(_ other: Numbers) {
            steps += other.steps
            values += other.values
            incompatible += other.incompatible
            filled += other.filled
            refused += other.refused
        }
    }

    private(set) var problems: [String] = []
    private(set) var numbers = Numbers()
    private let folder: Folder
    private var schema: ChainSchema
    /// The values by module, id and field.
    private var model: [String: [String: [String: JSONValue]]] = [:]
    /// Fields that have ever held dates, by module.
    private var dates: [String: Set<String>] = [:]
    private var nextID = 0

    init(seed: UInt64) throws {
        folder = try Folder()
        schema = ChainSchema(seed: seed)
    }

    /// Makes one edit, opens the file, compares everything, and writes some items.
    mutating func step(_ number: Int) async throws {
        if number > 0 { schema.edit() }
        numbers.steps += 1
        let location = Store.Location.file(folder.file())
        let descriptors = schema.descriptors
        var options = StoreOptions()
        options.downgradePolicy = .allow
        var plan: MigrationPlan?
        if number > 0 {
            let before = FileManager.default.contents(atPath: folder.file())
            plan = try await Store.plan(for: descriptors, of: location, options: options)
            if FileManager.default.contents(atPath: folder.file()) != before { add("the plan wrote") }
            options.isStrict = true
            if plan?.isLossless == false {
                numbers.refused += 1
                let refused = try? await Store(location, modules: descriptors, options: options)
                if refused != nil { add("strict mode opened a file with values that do not fit") }
                options.isStrict = false
            }
        }
        let store = try await Store(location, modules: descriptors, options: options)
        noteDates(descriptors)
        if let plan { try await compare(plan, store, descriptors) }
        fillDefaults(descriptors)
        for module in descriptors { try await compare(store, module) }
        for module in descriptors { try await write(module, to: store) }
        await store.close()
        if number == 10, try await !Store.check(location).isSound { add("the file is not sound") }
    }

    private mutating func add(_ problem: String) { problems.append(problem) }

    private mutating func noteDates(_ modules: [ModuleDescriptor]) {
        for module in modules {
            for field in module.fields.fields {
                if Store.storesDates(field.kind) {
                    dates[module.name, default: []].insert(field.name)
                }
            }
        }
    }

    private mutating func fillDefaults(_ modules: [ModuleDescriptor]) {
        for module in modules {
            for field in module.fields.fields where field.isRequired {
                guard let value = field.defaultValue else { continue }
                for id in (model[module.name] ?? [:]).keys {
                    if model[module.name]?[id]?[field.name] == nil {
                        model[module.name]?[id]?[field.name] = value
                        numbers.filled += 1
                    }
                }
            }
        }
    }

    /// The plan counts the same values as the open store, which has counted them again.
    private mutating func compare(
        _ plan: MigrationPlan, _ store: Store, _ modules: [ModuleDescriptor]
    ) async throws {
        for module in modules {
            let found = try await store.incompatibleValues(of: module.name)
            numbers.incompatible += found.totalCount
            guard let planned = plan.modules.first(where: { $0.name == module.name }), planned.work != .create
            else { continue }
            let isCounted = planned.work != .index && planned.work != .describe
            if isCounted, planned.incompatible.counts != found.counts {
                add(
                    "\(module.name) was planned as \(planned.incompatible.counts), and is \(found.counts): \(planned.incompatible.values.prefix(2))"
                )
            }
            let filled = store.schemaChanges.first { $0.module == module.name }?.filled ?? []
            if planned.filled != filled { add("planned to fill \(planned.filled), and did \(filled)") }
        }
    }

    private mutating func compare(_ store: Store, _ module: ModuleDescriptor) async throws {
        let stored = try await store.allValues(of: module)
        let expected = model[module.name] ?? [:]
        if Set(stored.keys) != Set(expected.keys) { add("\(module.name) has other items") }
        for (id, values) in expected {
            guard case .object(let members)? = stored[id] else {
                if !values.isEmpty { add("\(module.name) \(id) has no values") }
                continue
            }
            var found: [String: JSONValue] = [:]
            for member in members { found[member.name] = member.value }
            numbers.values += values.count
            for (name, value) in values {
                let wasDate = dates[module.name]?.contains(name) == true
                guard let other = found[name] else {
                    add("\(module.name) \(id) has lost \(name), \(value)")
                    continue
                }
                let kind = module.fields.fields.first { $0.name == name }?.kind.innermost
                // A format without a time of day hides it. It must come back when the field changes again.
                let isDay = kind == .date(.dateOnly)
                if !ChainValues.isSame(other, value, wasDate: wasDate, isDay: isDay) {
                    add("\(module.name) \(id) has \(name) as \(other), not \(value)")
                }
            }
            for name in found.keys where values[name] == nil {
                add("\(module.name) \(id) has \(name), which nobody wrote")
            }
        }
    }

    /// Adds items, and replaces one.
    private mutating func write(_ module: ModuleDescriptor, to store: Store) async throws {
        var ids = (0..<3).map { _ in
            nextID += 1
            return "\(nextID)"
        }
        let known = (model[module.name] ?? [:]).keys.sorted()
        if let id = known.randomElement(using: &schema.random) { ids.append(id) }
        var lines: [String] = []
        for id in ids {
            var values: [String: JSONValue] = [:]
            var members: [JSONValue.Member] = []
            for field in module.fields.fields
            where field.isRequired || Int.random(in: 0..<4, using: &schema.random) > 0 {
                let value = ChainValues.value(of: field, &schema.random)
                values[field.name] = value
                members.append(.init(field.name, value))
            }
            model[module.name, default: [:]][id] = values
            let line = JSONValue.object([.init("id", .string(id)), .init("values", .object(members))])
            lines.append(String(decoding: line.data, as: UTF8.self))
        }
        let summary = try await store.load(module, lines)
        if summary.rejectedCount > 0 { add("rejected: \(summary.rejected)") }
        try await compare(store, module)
    }
}

extension Store {
    /// The values of all items by id, with those that do not fit their field.
    func allValues(of module: ModuleDescriptor) async throws -> [String: JSONValue] {
        var request = SearchRequest(module: module)
        request.page = .all
        request.decoding.keepsUnknownValues = true
        let pages = try await search([request], decoding: .instances(of: module))
        var stored: [String: JSONValue] = [:]
        for item in pages.flatMap(\.items) {
            if case .string(let id)? = item["id"] { stored[id] = item["values"] }
        }
        return stored
    }
}
#endif
