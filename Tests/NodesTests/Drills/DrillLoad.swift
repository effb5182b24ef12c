import Foundation
import Quire
import QuireCluster
import QuireTypesense
import SampleModules

/// Continuous reads and writes, and their results.
///
/// Items with unique ids are written once each; one item, the counter, is changed repeatedly.
final class DrillLoad: Sendable {
    /// Identifies this load's books.
    let age: Int
    private let client: ContentClient
    private let record = DrillRecord()
    private let tasks: [Task<Void, Never>]

    /// Starts it.
    init(_ engine: TypesenseEngine, age: Int, readers: Int = 3, writers: Int = 2) async throws {
        self.age = age
        let (client, record) = (ContentClient(engine: engine), record)
        self.client = client
        let counter = Book(
            id: ContentID("counter-\(age)"), name: "counter",
            values: Books.Values(title: "counter", age: age, rank: 0))
        try await client.createOrUpdate(counter)
        let events = engine.nodeEvents()
        var tasks = [
            Task {
                for await case .failed(let failure) in events { record.note(failure) }
            }
        ]
        for _ in 0..<readers {
            tasks.append(
                Task {
                    while !Task.isCancelled {
                        await record.read {
                            try await client.fetch(
                                Books.query().where(\.age == DrillCluster.seed).page(1, size: 5)
                            )
                            .count == 5
                        }
                        try? await Task.sleep(for: .milliseconds(10))
                    }
                })
        }
        for writer in 0..<writers {
            tasks.append(
                Task {
                    for number in 0... {
                        if Task.isCancelled { return }
                        let id = "\(age)-\(writer)-\(number)"
                        await record.write(id) {
                            _ = try await client.createOrUpdate(
                                Book(
                                    id: ContentID(id), name: "item", values: Books.Values(title: id, age: age)
                                ))
                        }
                        try? await Task.sleep(for: .milliseconds(10))
                    }
                })
        }
        tasks.append(
            Task {
                for number in 1... {
                    if Task.isCancelled { return }
                    var draft = Books.Draft()
                    draft.rank = .set(number)
                    let change = draft
                    await record.count(number) { _ = try await client.update(counter.id, with: change) }
                    try? await Task.sleep(for: .milliseconds(10))
                }
            })
        self.tasks = tasks
    }

    var figures: DrillFigures { record.figures }

    /// Waits for this many more reads and writes.
    func pass(reads: Int, writes: Int) async throws {
        let before = figures
        let start = ContinuousClock.now
        while figures.reads.count < before.reads.count + reads
            || figures.acknowledged.count < before.acknowledged.count + writes
        {
            guard ContinuousClock.now - start < .seconds(90) else {
                throw DrillFailure("the load stands still: \(figures.failures)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Ends it after the running requests have finished.
    func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}

struct DrillFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
