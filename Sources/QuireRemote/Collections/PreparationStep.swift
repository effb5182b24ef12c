import QuireCore

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
                guard restarting else { throw error(.changed, live.name, differences) }
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
                throw error(.changed, next, differences)
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
                throw error(.unfinished, step.next ?? "", ["no alias points at it"])
            }
            return .removed
        }
    }
}
