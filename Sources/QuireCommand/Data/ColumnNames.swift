import Foundation
import QuireSchema

/// The names of columns. Unnamed and repeated columns have a number.
struct ColumnNames {
    private(set) var names: [String] = []
    var notes: [LineNote] = []

    init(_ header: CellRows.Row) {
        var limited = LimitedNotes(others: "more columns have repeated names, which got a number")
        var taken: Set<String> = []
        let declared = Set(header.cells)
        // The number that each repeated name got last, because searching from 2 takes quadratic time.
        var numbers: [String: Int] = [:]
        for (index, cell) in header.cells.enumerated() {
            var name = cell.trimmingCharacters(in: .whitespacesAndNewlines)
            if name.isEmpty { name = "column\(index + 1)" }
            if taken.contains(name) {
                var number = (numbers[name] ?? 1) + 1
                while taken.contains("\(name)_\(number)") || declared.contains("\(name)_\(number)") {
                    number += 1
                }
                numbers[name] = number
                limited.add(
                    LineNote(
                        line: header.line,
                        text:
                            "the column \(quoted(name)) appears again as column \(index + 1), which is read as "
                            + quoted("\(name)_\(number)")))
                name = "\(name)_\(number)"
            }
            taken.insert(name)
            names.append(name)
        }
        notes = limited.notes
    }
}
