import Foundation

/// Reads the screen of browse from its characters alone.
struct ScreenReading {
    struct Entry: Equatable {
        var label: String
        var count: Int
        var isChosen: Bool
    }

    /// The text in the search field.
    var field = ""
    var titles: [String] = []
    var facets: [String: [Entry]] = [:]
    var status = ""
    var help = ""

    init(_ screen: ScreenEmulator) {
        guard screen.rows > 4, screen.text(row: 0).hasPrefix(" Search") else { return }
        field = Self.field(screen)
        status = screen.text(row: screen.rows - 2)
        help = screen.text(row: screen.rows - 1)
        let body = 2..<screen.rows - 2
        let border = screen.squares[1].firstIndex { $0.text == "┬" }
        let left = border ?? screen.columns
        let step = body.count >= 12 ? 2 : 1
        for row in stride(from: body.lowerBound, to: body.upperBound, by: step) {
            let text = Self.text(of: screen, row: row, columns: 2..<left)
            if let title = text.split(separator: "  ").first {
                titles.append(title.trimmingCharacters(in: .whitespaces))
            }
        }
        if let border { readFacets(screen, body, border + 1..<screen.columns) }
    }

    /// The typed text, or the hint if nothing was typed. A completion is dim.
    private static func field(_ screen: ScreenEmulator) -> String {
        let squares = screen.squares[0].dropFirst(9)
        let typed = squares.filter { !$0.isDim }.map(\.text).joined().trimmingCharacters(in: .whitespaces)
        return typed.isEmpty ? String(screen.text(row: 0).dropFirst(9)) : typed
    }

    private mutating func readFacets(_ screen: ScreenEmulator, _ body: Range<Int>, _ columns: Range<Int>) {
        var title = ""
        for row in body {
            let text = Self.text(of: screen, row: row, columns: columns)
            let words = text.split(separator: " ")
            guard let last = words.last else { continue }
            guard text.hasPrefix("   ") || text.hasPrefix("▌") || text.contains("✓") else {
                title = text.trimmingCharacters(in: .whitespaces)
                continue
            }
            guard let count = Int(last.replacingOccurrences(of: ",", with: "")) else { continue }
            let label = words.dropLast().filter { $0 != "✓" && $0 != "▌" && $0 != "▌✓" }.joined(
                separator: " ")
            facets[title, default: []].append(Entry(label: label, count: count, isChosen: text.contains("✓")))
        }
    }

    private static func text(of screen: ScreenEmulator, row: Int, columns: Range<Int>) -> String {
        var text = screen.squares[row][columns.clamped(to: 0..<screen.columns)].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// ` 498 books · page 1 of 39 · 4 ms`: 498.
    var total: Int? {
        if status.hasPrefix(" no books") { return 0 }
        return status.split(separator: " ").first.flatMap { Int($0.replacingOccurrences(of: ",", with: "")) }
    }

    /// The chosen values of all facets.
    var chosen: [String] { facets.values.flatMap { $0 }.filter(\.isChosen).map(\.label).sorted() }
}
