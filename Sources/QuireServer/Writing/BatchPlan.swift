#if SQLite
import QuireCore
import QuireText

/// The operations of a batch, read and checked before its transaction opens.
struct BatchPlan: Sendable {
    struct Step: Sendable {
        let group: BatchGroup
        let position: Int
        let write: Result<PlannedWrite, APIError>
    }

    private(set) var steps: [Step] = []

    init(_ groups: [(group: BatchGroup, elements: [JSONValue])], _ calls: WriteCalls) async throws {
        let allowance = ReportAllowance()
        var read: [(group: BatchGroup, position: Int, sent: Result<Sent, APIError>)] = []
        var homeless: [String] = []
        var homes: [ExactText: ServedModule] = [:]
        for (group, elements) in groups {
            for (position, element) in elements.enumerated() {
                try Task.checkCancellation()
                let sent = Result { () throws(APIError) in
                    let body = try InstanceBody(
                        BodyObject(element, at: "\(group.keys[0])[\(position)]"))
                    return Sent(body: body, module: try body.module(calls.catalog, allowance))
                }
                read.append((group, position, sent))
                guard case .success(let sent) = sent, let id = sent.body.id else { continue }
                if let module = sent.module {
                    // A later update may name no module.
                    if group == .create || group == .createOrUpdate { homes[ExactText(id)] = module }
                } else if group == .update {
                    homeless.append(id)
                }
            }
        }
        homes.merge(try await calls.homes(of: homeless)) { created, _ in created }
        for (group, position, sent) in read {
            try Task.checkCancellation()
            let write = Result { () throws(APIError) in
                let sent = try sent.get()
                let likely = group == .update ? sent.body.id.flatMap { homes[ExactText($0)] } : nil
                return try PlannedWrite(
                    sent.body, module: sent.module, likely: likely, checksValues: group.writesValues,
                    allowance)
            }
            steps.append(Step(group: group, position: position, write: write))
        }
    }

    private struct Sent: Sendable {
        let body: InstanceBody
        let module: ServedModule?
    }
}
#endif
