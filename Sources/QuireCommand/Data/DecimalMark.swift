/// The character before the decimals of the numbers in a column.
enum DecimalMark: Sendable, Hashable {
    case point
    case comma
    /// `1.234` may be 1234, or between 1 and 2, so only numbers without a mark are read.
    case unclear
}

/// The decimal marks of a file's columns. Only files with semicolons between cells may write decimals with a comma.
struct DecimalMarks: Sendable {
    /// The marks that the cells of a column, or of all columns, contain.
    private struct Evidence: OptionSet {
        let rawValue: Int
        static let point = Evidence(rawValue: 1)
        static let comma = Evidence(rawValue: 2)
        /// Marks before groups of three digits, which may separate thousands.
        static let pointGroup = Evidence(rawValue: 4)
        static let commaGroup = Evidence(rawValue: 8)
        static let certain: Evidence = [.point, .comma]
    }

    private var columns: [String: DecimalMark] = [:]
    private var common = DecimalMark.point

    /// Points in all columns.
    static let point = DecimalMarks()

    private init() {}

    /// Reads the file once if its cells may use commas.
    ///
    /// - Throws: The errors of `DataReader`.
    init(path: String) throws {
        let reader = try DataReader(path: path)
        guard reader.usesDecimalCommas else { return }
        var evidenceByColumn: [String: Evidence] = [:]
        try reader.forEachReadable { record in
            for member in record.members {
                guard case .cell(let cell) = member.value else { continue }
                let evidence = Self.evidence(of: CellText.trimmed(cell))
                if !evidence.isEmpty { evidenceByColumn[member.name, default: []].formUnion(evidence) }
            }
        }
        let all = evidenceByColumn.values.reduce(into: Evidence()) { $0.formUnion($1) }.intersection(.certain)
        common = all.contains(.comma) ? .comma : .point
        columns = evidenceByColumn.mapValues { Self.mark($0, others: all) }
    }

    subscript(column: String) -> DecimalMark { columns[column] ?? common }

    private static func mark(_ evidence: Evidence, others: Evidence) -> DecimalMark {
        switch evidence.intersection(.certain) {
        case .comma: .comma
        case .point: .point
        case .certain: .unclear
        default:
            // Of groups of three digits, the other columns tell whether the mark is a decimal one.
            switch (evidence, others) {
            case (.pointGroup, .point): .point
            case (.commaGroup, .comma): .comma
            default: .unclear
            }
        }
    }

    private static func evidence(of cell: String) -> Evidence {
        let points = cell.utf8.count { $0 == UInt8(ascii: ".") }
        let commas = cell.utf8.count { $0 == UInt8(ascii: ",") }
        if points > 0, commas == 0 {
            if CellText.isGrouped(cell) { return .pointGroup }
            return CellText.number(cell, .point) == nil ? [] : .point
        }
        if commas > 0, points == 0 {
            if CellText.isGrouped(cell) { return .commaGroup }
            return CellText.number(cell, .comma) == nil ? [] : .comma
        }
        return []
    }
}

extension DataReader {
    /// Reads all items that can be read.
    func forEachReadable(_ body: (DataRecord) throws -> Void) throws {
        while true {
            do {
                guard let record = try next() else { return }
                try body(record)
            } catch is ItemFailure {
                continue
            }
        }
    }
}
