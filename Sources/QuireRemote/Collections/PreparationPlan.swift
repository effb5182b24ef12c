import QuireCore
import QuireToolbox

/// What preparing collections would do, found out without changing the cluster.
///
/// ```swift
/// let plan = try await cluster.plan(for: ContentSchema.self)
/// guard !plan.isEmpty else { return }
/// print(plan)
/// // books writes 120000 items into books_57ea6aa43d5b5ba1, which then replaces books_09c1f7aa53e2b4d6: adds "pages"
/// ```
public struct PreparationPlan: Sendable, Hashable {
    /// How a module's collection changes.
    public enum Work: String, Sendable, Hashable, CaseIterable {
        /// The module has no collection yet. A new one is created, and filled if the plan has a source of items.
        case create
        /// The live collection stays. Its settings, its description or its alias change. Items are written only if they
        /// lack the values of new columns.
        case alter
        /// A new collection is created and filled. Then it replaces the live one in one step.
        case rebuild
    }

    /// The plan for one module.
    public struct Module: Sendable, Hashable {
        /// The module's wire name.
        public var name: String
        public var work: Work
        /// The live collection; `nil` if there is none.
        public var live: String?
        /// The collection that is live afterwards.
        ///
        /// If the engine puts the time of the creation in the name, the real name is a different one.
        public var collection: String
        /// The number of items that are written.
        public var writtenItems = 0
        /// The differences between the live collection and the schema, for people to read.
        public var differences: [String] = []

        package init(
            _ name: String, _ work: Work, live: String?, collection: String, writtenItems: Int = 0,
            differences: [String] = []
        ) {
            self.name = name
            self.work = work
            self.live = live
            self.collection = collection
            self.writtenItems = writtenItems
            self.differences = differences
        }
    }

    /// The modules whose collections change, in the order of the schema.
    public var modules: [Module]

    /// Whether preparing the collections changes nothing.
    public var isEmpty: Bool { modules.isEmpty }

    /// The number of items that are written in all modules.
    public var writtenItems: Int { modules.reduce(0) { $0 + $1.writtenItems } }

    package init(_ modules: [Module]) { self.modules = modules }
}

extension PreparationPlan: CustomStringConvertible {
    public var description: String {
        isEmpty ? "nothing changes" : modules.map(\.description).joined(separator: "\n")
    }
}

extension PreparationPlan.Module: CustomStringConvertible {
    public var description: String {
        let items = writtenItems == 1 ? "1 item" : "\(writtenItems) items"
        let text =
            switch work {
            case .create:
                "\(name) creates \(collection)" + (writtenItems == 0 ? "" : " and writes \(items) into it")
            case .alter:
                "\(name) changes \(collection) in place and writes \(writtenItems == 0 ? "no items" : items)"
            case .rebuild: "\(name) writes \(items) into \(collection), which then replaces \(live ?? "")"
            }
        let list = differences.prefix(10).joined(separator: ", ")
        let more = differences.count > 10 ? " and \(differences.count - 10) more" : ""
        // Names must not add a line that looks like the plan's own.
        return PlainText.oneLine(list.isEmpty ? text : "\(text): \(list)\(more)")
    }
}

/// What preparing a module's collection takes, found out before anything changes.
struct PreparationStep: Sendable {
    /// What happens to a collection that has the name of the new one, and is not live.
    enum Unfinished { case none, removed, resumed }

    /// The live collection.
    var live: String?
    /// The collection whose items are copied: the live one or, if there is none, that of a former name.
    var source: String?
    /// The new collection; `nil` if the live one matches.
    var next: String?
    /// The differences between the live collection and the schema, for people to read.
    var differences: [String] = []
    var unfinished = Unfinished.none
}

extension CollectionDriver {
    /// Decides what preparing takes. Only reads.
    ///
    /// - Throws: `CollectionError` if a collection was changed by something else or is unfinished, and may not be
    ///   recreated.
    func step(_ filling: ClusterFilling, restarting: Bool) async throws -> PreparationStep {
        let live = try await live()
        var step = PreparationStep()
        if let live, let state = live.state {
            (step.live, step.source) = (live.name, live.name)
            switch state {
            case .current where restarting && recreatesCurrent:
                step.differences = ["starts over"]
            case .current: return step
            case .changed(let differences), .foreign(let differences):
                guard restarting else { throw error(.changed, live.name, facts: differences) }
                step.differences = differences
            case .otherSchema(let differences):
                let note = try await note(of: live.name)
                step.differences =
                    ModuleNote(module, prefix: "").differences(from: note) ?? differences
                if step.differences.isEmpty {
                    step.differences = ["changes the text analysis or the layout of documents"]
                }
            }
        } else if case .copying = filling {
            for name in module.formerNames {
                guard let source = try await self.live(formerly: name) else { continue }
                step.source = source
                step.differences = ["was \"\(name)\" in \(source)"]
                break
            }
        }
        let next = try await next(after: live?.name)
        step.next = next
        if let differences = try await differences(of: next) {
            step.unfinished = try unfinished(step, filling, restarting: restarting)
            if step.unfinished == .resumed, !differences.isEmpty {
                throw error(.changed, next, facts: differences)
            }
        }
        return step
    }

    private func unfinished(
        _ step: PreparationStep, _ filling: ClusterFilling, restarting: Bool
    ) throws(CollectionError) -> PreparationStep.Unfinished {
        let isResumable =
            switch filling {
            case .copying: true
            case .engine: false
            case .nothing: step.live == nil
            }
        switch unfinishedPolicy {
        case .remove: return .removed
        case .resume where isResumable: return .resumed
        case .resume, .refuse:
            guard restarting else {
                throw error(.unfinished, step.next ?? "", facts: ["no alias points at it"])
            }
            return .removed
        }
    }
}
