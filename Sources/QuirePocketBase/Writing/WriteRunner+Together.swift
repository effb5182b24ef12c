import QuireCore
import QuireEngine
import QuireRemote

/// Batches of which all operations are stored, or none.
extension WriteRunner {
    mutating func runTogether() async throws {
        let positions = WriteOperation.Kind.allCases.flatMap { kind in
            operations.indices.filter { operations[$0].kind == kind }
        }
        try checkTogether(positions)
        let end = ContinuousClock.now + engine.settings.timeout
        while true {
            let start = ContinuousClock.now
            let writes = try await plan(positions)
            // The device slept after the reading. A claim that old may have been removed.
            if detection == .revisions, .now - start > RevisionLog.longestWrite {
                results = Array(repeating: nil, count: results.count)
                continue
            }
            // An operation that must not be sent stops all of them.
            guard writes.count == positions.count else { return stopOthers() }
            switch try await sender.send(writes) {
            case .done(let records):
                for (write, record) in zip(writes, Self.records(records, of: writes)) {
                    settle(write, record)
                }
                return
            case .refused(let error, let part, let isUncertain):
                if isUncertain { uncertain.formUnion(positions) }
                guard let (write, isClaim) = Self.write(part, of: writes), !error.isRetryable else {
                    throw error
                }
                if try await settle(write, error, isClaim: isClaim) {
                    guard .now < end else {
                        results[write.position] = .failed(
                            WriteError(
                                .other, operations[write.position],
                                message: "other writers change the item faster than it can be written"))
                        return stopOthers()
                    }
                    results = Array(repeating: nil, count: results.count)
                    try await Task.sleep(for: .milliseconds(Int.random(in: 1...50)))
                    continue
                }
                return stopOthers()
            case .tooLarge(let error): throw error
            case .unknown(let error), .unsent(let error): throw error
            }
        }
    }

    private func checkTogether(_ positions: [Int]) throws {
        func refuse(_ node: String, _ hint: String) -> UnsupportedError {
            UnsupportedError(engine: PocketBaseConnection.engineName, node: node, hint: hint)
        }
        if operations.contains(where: { $0.kind == .truncate }) {
            throw refuse("truncate in a batch that is written as a whole", "truncate in a batch of its own")
        }
        let keys = positions.map { "\(layout($0).name)/\(operations[$0].id ?? "")" }
        if Set(keys).count < keys.count {
            throw refuse(
                "two operations on an item in a batch that is written as a whole",
                "combine them, or write two batches")
        }
    }

    /// Records that the other operations were not carried out.
    private mutating func stopOthers() {
        let failed = results.firstIndex { $0 != nil } ?? 0
        for position in results.indices where results[position] == nil || results[position]?.isSuccess == true
        {
            results[position] = .failed(
                WriteError(
                    .other, operations[position],
                    message: "it was not written, because operation \(failed + 1) of the batch failed"))
        }
    }
}
