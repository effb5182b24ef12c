import Foundation
import Quire
import QuireEngine
import Seeds
import Testing

@Suite("Differences of pages")
struct PageDifferenceTests {
    private struct Row: Identifiable, Equatable, Sendable {
        var id: Int
        var text = ""
    }

    private func page(_ rows: [Row]) -> Page<Row> {
        Page(
            items: rows, rejected: [],
            pageInfo: PageInfo(page: 1, limit: rows.count, offset: 0, totalItems: rows.count),
            nextCursor: nil, fetchNext: nil)
    }

    private func rows(_ text: String) -> [Row] {
        text.utf8.map { Row(id: Int($0)) }
    }

    @Test("Applied to the old list, the difference of random lists gives the new list")
    func randomLists() throws {
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<10_000 {
            // Ids are rarely repeated, as in a list of items by ids.
            func list(_ random: inout SeededGenerator) -> [Row] {
                let count = Int.random(in: 0...12, using: &random)
                let ids = (0..<14).shuffled(using: &random).prefix(count)
                var rows = ids.map { Row(id: $0, text: ["", "a", "b"].randomElement(using: &random) ?? "") }
                if Int.random(in: 0..<10, using: &random) == 0, let row = rows.first { rows.append(row) }
                return rows
            }
            let (old, new) = (list(&random), list(&random))
            let difference = page(new).difference(from: old)
            #expect(difference.applied(to: old) == new, "\(old.map(\.id)) to \(new.map(\.id))")
            #expect(difference.isEmpty == (old == new))
            let moved = difference.moves.count
            #expect(moved == fewestMoves(old, new), "\(old.map(\.id)) to \(new.map(\.id))")
        }
    }

    /// The number of common items without those of the longest common subsequence, computed in another way.
    private func fewestMoves(_ old: [Row], _ new: [Row]) -> Int {
        func numbered(_ rows: [Row]) -> [[Int]] {
            rows.indices.map { place in [rows[place].id, rows[..<place].count { $0.id == rows[place].id }] }
        }
        let (left, right) = (numbered(old), numbered(new))
        var lengths = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for (row, first) in left.enumerated() {
            for (column, second) in right.enumerated() {
                lengths[row + 1][column + 1] =
                    first == second
                    ? lengths[row][column] + 1 : max(lengths[row][column + 1], lengths[row + 1][column])
            }
        }
        return Set(left).intersection(right).count - lengths[left.count][right.count]
    }

    @Test("One moved item is one move, and a changed one is one update")
    func few() {
        let difference = page(rows("eabcd")).difference(from: page(rows("abcde")))
        #expect(difference.moves.map { [$0.from, $0.to] } == [[4, 0]])
        #expect(difference.removals.isEmpty && difference.insertions.isEmpty && difference.updates.isEmpty)
        var changed = rows("ab")
        changed[1].text = "new"
        let update = page(changed).difference(from: rows("ab"))
        #expect(update.updates.map(\.offset) == [1] && update.updates.first?.item.text == "new")
        #expect(update.moves.isEmpty)
    }

    @Test("Offsets of removals are those of the old list, offsets of insertions those of the new one")
    func offsets() {
        let difference = page(rows("xbyd")).difference(from: rows("abcd"))
        #expect(difference.removals.map(\.offset) == [0, 2])
        #expect(difference.insertions.map(\.offset) == [0, 2])
    }

    @Test("A list of another length than the old one gives nothing")
    func otherList() {
        #expect(page(rows("ab")).difference(from: rows("a")).applied(to: rows("abc")) == nil)
    }

    @Test("Pages are equal if their items, their position and their total are")
    func equality() {
        #expect(page(rows("ab")) == page(rows("ab")))
        #expect(page(rows("ab")) != page(rows("ba")))
        #expect(page(rows("ab")) != page(rows("a")))
    }
}
