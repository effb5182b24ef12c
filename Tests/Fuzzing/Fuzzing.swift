import DecodingSamples
import Foundation
import QuireCore

/// Breaks pages of content and documents of search clusters, and reads them, under a sanitizer: nothing may trap, and all
/// readers must agree.
///
/// ```
/// swift build -c release --sanitize=address --scratch-path .build-asan --product Fuzzing
/// .build-asan/release/Fuzzing 20000            # rounds; then the seed, to repeat a run
/// ```
@main
enum Fuzzing {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 2, arguments.allSatisfy({ UInt64($0) != nil }) else {
            print("usage: Fuzzing [rounds [seed]]")
            exit(2)
        }
        let rounds = arguments.first.flatMap { Int($0) } ?? 10_000
        let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
        print("\(rounds) rounds from seed \(seed)")
        let lanes = 2
        let found = Findings()
        // Two threads at once, so that the thread sanitizer sees their shared state.
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            var mutator = PageMutator(seed: seed &+ UInt64(lane))
            var documents = DocumentMutator(seed: seed &+ UInt64(lane))
            for round in 0..<rounds / lanes {
                let data = mutator.mutated()
                if let difference = mutator.difference(data) {
                    found.add("thread \(lane), round \(round): \(difference)\n\(data.base64EncodedString())")
                }
                let response = documents.response(round)
                if let difference = documents.difference(response) {
                    found.add(
                        "thread \(lane), round \(round), documents: \(difference)\n\(response.base64EncodedString())"
                    )
                }
            }
        }
        if !found.texts.isEmpty {
            for text in found.texts { print(text) }
            exit(1)
        }
        print("no difference")
    }
}

/// The findings of the threads.
final class Findings: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []

    var texts: [String] { lock.withLock { all } }

    func add(_ text: String) { lock.withLock { all.append(text) } }
}
