#if SQLite
import Foundation
import Seeds
import Testing

@Suite("Random columns", .timeLimit(.minutes(30)))
struct RandomColumnTests {
    private static let forms: [@Sendable (inout SeededGenerator) -> String] = [
        { "\(Int.random(in: -99...99, using: &$0))" },
        { String(format: "%.2f", Double(Int.random(in: -999...999, using: &$0)) / 100) },
        { "\(Double(Int.random(in: -999...999, using: &$0)) / 8)" },
        { String(format: "%.1f", Double(Int.random(in: 0...30, using: &$0))) },
        { "0\(Int.random(in: 0...99, using: &$0))" },
        { "\(Int.random(in: 0...9, using: &$0))E\(Int.random(in: 0...3, using: &$0))" },
        { "\(Int64.random(in: 9_007_199_254_740_990...9_007_199_254_740_999, using: &$0))" },
        { "+\(Int.random(in: 0...9, using: &$0))" },
        { "\(Int.random(in: 1...9, using: &$0)),\(Int.random(in: 100...999, using: &$0))" },
        { "\(Int.random(in: 1...9, using: &$0)).\(Int.random(in: 100...999, using: &$0))" },
        { ["yes", "no", "Yes"].randomElement(using: &$0) ?? "" },
        { ["true", "false"].randomElement(using: &$0) ?? "" },
        { ["NO", "ON", "OFF"].randomElement(using: &$0) ?? "" },
        { "2024-01-1\(Int.random(in: 0...9, using: &$0))" },
        { "1\(Int.random(in: 0...9, using: &$0)).01.2024" },
        { "2024-01-1\(Int.random(in: 0...9, using: &$0)) 12:0\(Int.random(in: 0...9, using: &$0))" },
        { "x\(Int.random(in: 0...3, using: &$0));y" },
        { "x;\(["", "y"].randomElement(using: &$0) ?? "");z" },
        { "\(Int.random(in: 0...60, using: &$0)).5, \(Int.random(in: 0...200, using: &$0)).25" },
        { ["N/A", "-", "none"].randomElement(using: &$0) ?? "" },
        { " \(Int.random(in: 0...9, using: &$0))" },
        { "#\(Int.random(in: 100...999, using: &$0))" },
        { "w\(Int.random(in: 0...3, using: &$0))" },
    ]

    /// Whether a value is what its cell says, or the report says what became of the cell.
    private static func isTold(_ cell: String, _ value: Any?, _ line: String) -> Bool {
        let trimmed = cell.trimmingCharacters(in: .whitespaces)
        guard let value else { return line.contains("without a value") && line.contains("'\(trimmed)'") }
        if let text = value as? String {
            return text == cell || line.contains("becomes") || line.contains("midnight")
                || line.contains("UTC")
                || text == trimmed && line.contains("spaces around")
        }
        if let list = value as? [Any] {
            let isCell = [";", "; ", ",", ", "].contains { separator in
                let elements = list.map { "\($0)" }.joined(separator: separator)
                return elements == cell || elements == trimmed && line.contains("spaces around")
            }
            return isCell && line.contains("cells have several elements")
        }
        if let point = value as? [String: Any] {
            let numbers = ["latitude", "longitude"].compactMap { (point[$0] as? NSNumber)?.doubleValue }
            return numbers
                == cell.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        }
        guard let number = value as? NSNumber else { return false }
        if line.contains(": boolean") {
            return number.boolValue == ["yes", "true", "Yes"].contains(trimmed)
                && (["true", "false"].contains(trimmed) || line.contains(trimmed))
        }
        let isSame = "\(number)" == cell || number.doubleValue.description == cell
        let isNear = Double(trimmed.replacingOccurrences(of: ",", with: ".")) == number.doubleValue
        return isSame || isNear && (line.contains("written") || line.contains("spaces around"))
    }

    @Test(
        "Every cell comes back as it was written, or the report says what became of it; no two become one value"
    )
    func cells() async throws {
        for round in 0..<200 {
            let seed = Seed.current &+ UInt64(round)
            var random = SeededGenerator(seed: seed)
            let forms = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                Int.random(in: 0..<Self.forms.count, using: &random)
            }
            let cells = (0..<Int.random(in: 2...20, using: &random)).map { _ in
                Self.forms[forms.randomElement(using: &random) ?? 0](&random)
            }
            let name =
                ["v", "code", "tags", "location", "is_v", "parts"].randomElement(using: &random) ?? "v"
            let separator = [",", ";"].randomElement(using: &random) ?? ","
            let rows = cells.map { "\"\($0)\"\(separator)z" }
            let folder = try DataFolder([
                "rows.csv": "\(name)\(separator)z\n" + rows.joined(separator: "\n") + "\n"
            ])
            defer { folder.remove() }
            let inferred = try folder.infer()
            let line = inferred.outcome.notes.first { $0.hasPrefix("rows.\(name):") } ?? ""
            let stored = try await InferLoadTests.load(folder.path("rows.csv"), inferred, module: "rows")
            try #require(stored.count == cells.count, "seed \(seed)")
            var sources: [String: String] = [:]
            for (cell, item) in zip(cells, stored) {
                let isTold = Self.isTold(cell, item[name], line)
                #expect(isTold, "seed \(seed): '\(cell)' is \(item[name] ?? "nothing"); \(line)")
                guard let value = item[name] else { continue }
                let trimmed = cell.trimmingCharacters(in: .whitespaces)
                let source = sources.updateValue(trimmed, forKey: "\(value)")
                let isAlone = source == nil || source == trimmed
                #expect(isAlone, "seed \(seed): '\(cell)' and '\(source ?? "")' are \(value); \(line)")
                if !isTold || !isAlone { return }
            }
        }
    }
}
#endif
