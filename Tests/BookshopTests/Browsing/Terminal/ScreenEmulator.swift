import Foundation

/// A terminal's screen, rendered from its bytes: an independent implementation of ECMA-48 and xterm.
///
/// It supports what full-screen programs need, and records unknown sequences for tests.
struct ScreenEmulator {
    struct Square: Equatable {
        var text = " "
        var isBold = false
        var isDim = false
        var isUnderlined = false
        var isInverse = false
        var colour: Int?
    }

    private(set) var columns: Int
    private(set) var rows: Int
    private(set) var squares: [[Square]]
    private(set) var row = 0
    private(set) var column = 0
    private(set) var isCursorShown = true
    private(set) var isAlternate = false
    private(set) var marksPastes = false
    private(set) var wraps = true
    /// Unknown sequences.
    private(set) var unknown: [String] = []
    /// How often the bell rang or a title was set: content must never do that.
    private(set) var sideEffects = 0

    private var main: (squares: [[Square]], row: Int, column: Int)?
    private var pen = Square()
    private var pending: [UInt8] = []
    private var isAtMargin = false

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        squares = Self.empty(columns, rows)
    }

    private static func empty(_ columns: Int, _ rows: Int) -> [[Square]] {
        Array(repeating: Array(repeating: Square(), count: columns), count: rows)
    }

    /// Like window systems: content outside the new size is lost, and new squares are blank.
    mutating func resize(columns: Int, rows: Int) {
        func fitted(_ old: [[Square]]) -> [[Square]] {
            var new = Self.empty(columns, rows)
            for (row, line) in old.enumerated().prefix(rows) {
                for (column, square) in line.enumerated().prefix(columns) { new[row][column] = square }
            }
            return new
        }
        squares = fitted(squares)
        if let old = main {
            main = (fitted(old.squares), min(old.row, rows - 1), min(old.column, columns - 1))
        }
        (self.columns, self.rows) = (columns, rows)
        row = min(row, rows - 1)
        column = min(column, columns - 1)
    }

    mutating func feed(_ bytes: [UInt8]) {
        pending += bytes
        while !pending.isEmpty {
            guard let used = step() else { return }
            pending.removeFirst(used)
        }
    }

    /// Executes the first sequence and returns its length in bytes, or `nil` if it is incomplete.
    private mutating func step() -> Int? {
        switch pending[0] {
        case 0x1B: return escape()
        case 0x0D:
            column = 0
            isAtMargin = false
        case 0x0A: lineFeed()
        case 0x08: column = max(0, column - 1)
        case 0x07: sideEffects += 1
        case 0x00..<0x20, 0x7F: unknown.append("control \(pending[0])")
        default: return character()
        }
        return 1
    }

    private mutating func character() -> Int? {
        let first = pending[0]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard pending.count >= length else { return nil }
        let text = String(decoding: pending.prefix(length), as: UTF8.self)
        for scalar in text.unicodeScalars { put(scalar) }
        return length
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if (0x80...0x9F).contains(scalar.value) { unknown.append("control \(scalar.value)") }
        let width = Self.width(scalar)
        guard width > 0 else {
            // It combines with the character before the cursor.
            let at = isAtMargin ? column : column - 1
            if at >= 0 {
                squares[row][squares[row][at].text.isEmpty ? max(0, at - 1) : at].text += String(scalar)
            }
            return
        }
        if isAtMargin || column + width > columns {
            if wraps {
                column = 0
                lineFeed()
            } else {
                column = columns - width
            }
            isAtMargin = false
        }
        if squares[row][column].text.isEmpty, column > 0 { squares[row][column - 1] = Square() }
        var square = pen
        square.text = String(scalar)
        squares[row][column] = square
        if width == 2 {
            square.text = ""
            squares[row][column + 1] = square
        }
        if column + width < columns, squares[row][column + width].text.isEmpty {
            squares[row][column + width] = Square()
        }
        column += width
        if column >= columns {
            column = columns - 1
            isAtMargin = true
        }
    }

    /// The columns of a character as in `wcwidth`, for each scalar separately.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF, 0x0483...0x0487,
            0x0591...0x05BD, 0x064B...0x065F, 0x0610...0x061A, 0x3099...0x309A, 0x1F3FB...0x1F3FF:
            0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    private mutating func lineFeed() {
        isAtMargin = false
        if row < rows - 1 {
            row += 1
        } else {
            squares.removeFirst()
            squares.append(Array(repeating: Square(), count: columns))
        }
    }

    private mutating func escape() -> Int? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return nil
            }
            obey(String(decoding: pending[2..<end], as: UTF8.self), Character(Unicode.Scalar(pending[end])))
            return end + 1
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            guard let end = pending.firstIndex(of: 0x07) else { return nil }
            sideEffects += 1
            return end + 1
        default:
            unknown.append("ESC \(Character(Unicode.Scalar(pending[1])))")
            return 2
        }
    }

    private mutating func obey(_ parameters: String, _ final: Character) {
        if parameters.hasPrefix("?") {
            return mode(Int(parameters.dropFirst()) ?? 0, isOn: final == "h", "\(parameters)\(final)")
        }
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        func number(_ index: Int) -> Int { max(1, numbers.indices.contains(index) ? numbers[index] : 1) }
        if final != "m" { isAtMargin = false }
        switch final {
        case "H", "f":
            row = min(number(0), rows) - 1
            column = min(number(1), columns) - 1
        case "A": row = max(0, row - number(0))
        case "B": row = min(rows - 1, row + number(0))
        case "C": column = min(columns - 1, column + number(0))
        case "D": column = max(0, column - number(0))
        case "G": column = min(number(0), columns) - 1
        case "J": erase(numbers.first ?? 0)
        case "K": eraseLine(numbers.first ?? 0)
        case "m": for code in numbers { paint(code) }
        default: unknown.append("CSI \(parameters)\(final)")
        }
    }

    private mutating func mode(_ number: Int, isOn: Bool, _ sequence: String) {
        switch number {
        case 7: wraps = isOn
        case 25: isCursorShown = isOn
        case 2004: marksPastes = isOn
        case 1049 where isOn != isAlternate:
            isAlternate = isOn
            if isOn {
                main = (squares, row, column)
                squares = Self.empty(columns, rows)
            } else if let main {
                (squares, row, column) = main
            }
        default: unknown.append("CSI \(sequence)")
        }
    }

    private mutating func erase(_ what: Int) {
        var blank = pen
        blank.text = " "
        switch what {
        case 0:
            eraseLine(0)
            for row in (row + 1)..<max(row + 1, rows) {
                squares[row] = Array(repeating: blank, count: columns)
            }
        case 2: squares = Array(repeating: Array(repeating: blank, count: columns), count: rows)
        default: unknown.append("CSI \(what)J")
        }
    }

    private mutating func eraseLine(_ what: Int) {
        var blank = pen
        blank.text = " "
        let range =
            switch what {
            case 0: column..<columns
            case 1: 0..<column + 1
            default: 0..<columns
            }
        if range.lowerBound > 0, squares[row][range.lowerBound].text.isEmpty {
            squares[row][range.lowerBound - 1] = Square()
        }
        for column in range { squares[row][column] = blank }
    }

    private mutating func paint(_ code: Int) {
        switch code {
        case 0: pen = Square()
        case 1: pen.isBold = true
        case 2: pen.isDim = true
        case 4: pen.isUnderlined = true
        case 7: pen.isInverse = true
        case 30...37: pen.colour = code
        default: unknown.append("SGR \(code)")
        }
    }

    /// A row's text, without trailing spaces.
    func text(row: Int) -> String {
        guard squares.indices.contains(row) else { return "" }
        var text = squares[row].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    var lines: [String] { squares.indices.map(text) }

    /// The screen as one text, for conditions and failure messages.
    var text: String { lines.joined(separator: "\n") }

    /// The texts of neighbouring squares that are bold, dim, underlined…, row by row.
    func texts(where isWanted: (Square) -> Bool) -> [String] {
        squares.flatMap { row in
            row.split { !isWanted($0) }.map { $0.map(\.text).joined() }
        }
    }
}
