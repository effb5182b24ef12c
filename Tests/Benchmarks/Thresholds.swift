import Foundation

/// The checked-in bounds, by the name of the measurement.
struct Thresholds {
    enum Verdict {
        case within, missed(bound: String), withoutThreshold

        var isMissed: Bool { if case .missed = self { true } else { false } }
    }

    private struct Bound: Decodable {
        var atMost: Double?
        var atLeast: Double?
    }

    private var bounds: [String: Bound]

    static func checkedIn(package: String) throws -> Thresholds {
        let file = URL(fileURLWithPath: package + "/Tests/Benchmarks/Thresholds.json")
        return Thresholds(
            bounds: try JSONDecoder().decode([String: Bound].self, from: Data(contentsOf: file)))
    }

    func verdict(on measurement: Measurement) -> Verdict {
        guard let bound = bounds[measurement.name] else { return .withoutThreshold }
        if let limit = bound.atMost, measurement.value > limit { return .missed(bound: "≤ \(limit)") }
        if let limit = bound.atLeast, measurement.value < limit { return .missed(bound: "≥ \(limit)") }
        return .within
    }
}

/// One line of the printed table.
enum Report {
    static func line(_ measurement: Measurement, _ verdict: Thresholds.Verdict) -> String {
        let value = String(
            format: measurement.unit.isEmpty && measurement.value <= 1
                ? "%.3f" : measurement.value < 10 ? "%.2f" : "%.1f",
            measurement.value)
        let name = "\(measurement.area): \(measurement.name)".padding(
            toLength: 62, withPad: " ", startingAt: 0)
        var line = "\(name) \(value) \(measurement.unit)"
        switch measurement.goal {
        case .atMost(let bound): line += "   goal ≤ \(bound)\(measurement.value <= bound ? "" : "  (missed)")"
        case .atLeast(let bound):
            line += "   goal ≥ \(bound)\(measurement.value >= bound ? "" : "  (missed)")"
        case nil: break
        }
        if let peer = measurement.peer { line += "   [\(peer)]" }
        switch verdict {
        case .within: break
        case .missed(let bound): line += "   PAST ITS THRESHOLD \(bound)"
        case .withoutThreshold: line += "   (no threshold)"
        }
        return line
    }
}
