import QuireTerminal
import QuireToolbox

/// The places of boxes and arrows.
///
/// Boxes are in a grid, in the order of the modules. Arrows run between the columns and between the rows of the grid, each
/// in a lane of its own, so that they never cross a box.
struct DiagramLayout {
    struct Point: Hashable {
        var x: Int
        var y: Int
    }

    struct Frame: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    static let headerHeight = 30
    static let rowHeight = 20
    static let padding = 12
    private static let gap = 28
    private static let lane = 9
    /// The width of a character of the monospaced font, in tenths.
    private static let characterWidth = 73

    private(set) var frames: [Frame] = []
    /// The corners of each arrow, from its field to its module.
    private(set) var lines: [[Point]] = []
    private(set) var width = 0
    private(set) var height = 0

    /// The number of columns whose square holds all boxes.
    private let columns: Int
    private let diagram: SchemaDiagram
    /// The number of used lanes left of each column, with one more on the right; and above each row.
    private var columnLanes: [Int]
    private var rowLanes: [Int]

    init(_ diagram: SchemaDiagram) {
        self.diagram = diagram
        let count = diagram.boxes.count
        var columns = 1
        while columns * columns < count { columns += 1 }
        self.columns = columns
        columnLanes = [Int](repeating: 0, count: columns + 1)
        rowLanes = [Int](repeating: 0, count: (count + columns - 1) / columns + 1)
        let lanes = diagram.arrows.map { assignLanes($0) }
        placeBoxes()
        lines = zip(diagram.arrows, lanes).map { corners($0, $1) }
    }

    /// The name and the type of a row as they are shown.
    static func label(_ row: SchemaDiagram.Row) -> (name: String, type: String) {
        let type = row.isList ? "[\(row.type)]" : row.type + (row.isRequired ? "" : "?")
        return (shown(row.name), shown(type))
    }

    /// A text on one line, cut if it is long.
    static func shown(_ text: String) -> String { DisplayWidth.truncated(PlainText.oneLine(text), to: 40) }

    /// The lanes of an arrow: after its field, above its module, and before its module.
    private struct Lanes {
        var exit: Int
        /// `nil` if the module is in the next column, so that the lane after the field leads to it.
        var around: (row: Int, entry: Int)?
    }

    private func cell(_ box: Int) -> (column: Int, row: Int) { (box % columns, box / columns) }

    private mutating func assignLanes(_ arrow: SchemaDiagram.Arrow) -> Lanes {
        let (source, target) = (cell(arrow.source), cell(arrow.target))
        let exit = columnLanes[source.column + 1]
        columnLanes[source.column + 1] += 1
        if source.column + 1 == target.column { return Lanes(exit: exit) }
        let around = (row: rowLanes[target.row], entry: columnLanes[target.column])
        rowLanes[target.row] += 1
        columnLanes[target.column] += 1
        return Lanes(exit: exit, around: around)
    }

    /// The space for a number of lanes.
    private static func space(_ lanes: Int) -> Int { gap + lanes * lane }

    private func boxWidth(_ box: SchemaDiagram.Box) -> Int {
        var characters = DisplayWidth.of(Self.shown(box.name)) + 2
        for row in box.rows {
            let (name, type) = Self.label(row)
            characters = max(characters, DisplayWidth.of(name) + 3 + DisplayWidth.of(type))
        }
        return characters * Self.characterWidth / 10 + 2 * Self.padding
    }

    private static func boxHeight(_ box: SchemaDiagram.Box) -> Int {
        headerHeight + box.rows.count * rowHeight + 8
    }

    private mutating func placeBoxes() {
        var widths = [Int](repeating: 0, count: columns)
        var heights = [Int](repeating: 0, count: rowLanes.count)
        for (index, box) in diagram.boxes.enumerated() {
            let (column, row) = cell(index)
            widths[column] = max(widths[column], boxWidth(box))
            heights[row] = max(heights[row], Self.boxHeight(box))
        }
        var lefts: [Int] = []
        for column in 0..<columns {
            width += Self.space(columnLanes[column])
            lefts.append(width)
            width += widths[column]
        }
        width += Self.space(columnLanes[columns])
        var tops: [Int] = []
        for row in heights.indices {
            if heights[row] > 0 { height += Self.space(rowLanes[row]) }
            tops.append(height)
            height += heights[row]
        }
        height += Self.gap
        for (index, box) in diagram.boxes.enumerated() {
            let (column, row) = cell(index)
            frames.append(
                Frame(x: lefts[column], y: tops[row], width: widths[column], height: Self.boxHeight(box)))
        }
    }

    private func corners(_ arrow: SchemaDiagram.Arrow, _ lanes: Lanes) -> [Point] {
        let (source, target) = (frames[arrow.source], frames[arrow.target])
        let start = Point(
            x: source.x + source.width,
            y: source.y + Self.headerHeight + arrow.row * Self.rowHeight + Self.rowHeight / 2 + 2)
        let end = Point(x: target.x, y: target.y + Self.headerHeight / 2)
        let exit = start.x + Self.gap / 2 + lanes.exit * Self.lane
        guard let around = lanes.around else {
            return [start, Point(x: exit, y: start.y), Point(x: exit, y: end.y), end]
        }
        let above = target.y - Self.gap / 2 - around.row * Self.lane
        let entry =
            end.x - Self.space(columnLanes[cell(arrow.target).column]) + Self.gap / 2
            + around.entry * Self.lane
        return [
            start, Point(x: exit, y: start.y), Point(x: exit, y: above), Point(x: entry, y: above),
            Point(x: entry, y: end.y), end,
        ]
    }
}
