import Foundation
import Quire

/// A filter with seven leaves, written as JSON beside `JSONEncoder`.
enum QueryBenchmarks {
    static func run() throws -> [Measurement] {
        let rounds = 20_000
        var bytes = 0
        let tree = filter(3)
        let encoder = JSONEncoder()
        let direct = CPUClock.best(of: 5) {
            for _ in 0..<rounds {
                var writer = JSONWriter(capacity: 1024)
                tree.write(to: &writer)
                bytes += writer.bytes.count
            }
        }
        let peer = try CPUClock.best(of: 5) {
            for _ in 0..<rounds / 10 { bytes += try encoder.encode(tree).count }
        }
        keep(bytes)
        let perDirect = direct / Double(rounds) * 1e6
        let perPeer = peer / Double(rounds / 10) * 1e6
        return [
            Measurement(
                "queries", "7 leaves: encoding beside JSONEncoder", perPeer / perDirect, "×",
                peer: String(format: "%.2f µs beside %.1f µs", perDirect, perPeer), goal: .atLeast(20))
        ]
    }

    @inline(never)
    private static func filter(_ round: Int) -> Filter {
        let condition: Condition<Volumes.Fields> =
            (\.age >= round && \.age < 100 || \.registration == nil) && \.name != "July Young"
            && \.price <= 9.5
            && (\.active == true || \.name == "x")
        return condition.filter
    }
}
