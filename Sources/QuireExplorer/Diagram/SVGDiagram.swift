import QuireToolbox

/// A diagram as a picture without scripts, links or fonts of its own.
package struct SVGDiagram {
    let diagram: SchemaDiagram

    package init(diagram: SchemaDiagram) { self.diagram = diagram }

    /// The colors of arrows, by their target. They differ in lightness too.
    private static let colors = [
        "#1f6f8b", "#b5532a", "#4c7a34", "#7a4a9c", "#a83257", "#5b6470", "#8a6d1a", "#2f55a4",
    ]
    private static let font = "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\""

    package var text: String {
        let layout = DiagramLayout(diagram)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(layout.width)\" height=\"\(layout.height)\" "
                + "viewBox=\"0 0 \(layout.width) \(layout.height)\" role=\"img\" \(Self.font) font-size=\"12\">",
            "<title>\(Self.escaped(Self.title(diagram)))</title>",
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        ]
        for (arrow, corners) in zip(diagram.arrows, layout.lines) { lines += draw(arrow, corners) }
        for (box, frame) in zip(diagram.boxes, layout.frames) { lines += draw(box, frame) }
        lines.append("</svg>")
        return lines.joined(separator: "\n")
    }

    private static func title(_ diagram: SchemaDiagram) -> String {
        let modules = diagram.boxes.count
        let relations = diagram.arrows.count
        return "A schema with \(modules) module\(modules == 1 ? "" : "s") and \(relations) "
            + "relation\(relations == 1 ? "" : "s")"
    }

    private func draw(_ arrow: SchemaDiagram.Arrow, _ corners: [DiagramLayout.Point]) -> [String] {
        guard let start = corners.first, let end = corners.last else { return [] }
        let color = Self.colors[arrow.target % Self.colors.count]
        let path = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        let (source, target) = (diagram.boxes[arrow.source].name, diagram.boxes[arrow.target].name)
        return [
            "<g><title>\(Self.escaped("\(source).\(arrow.name): \(target)"))</title>",
            "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\" "
                + "stroke-linejoin=\"round\"\(arrow.isRequired ? "" : " stroke-dasharray=\"5 3\"")/>",
            "<circle cx=\"\(start.x)\" cy=\"\(start.y)\" r=\"3\" fill=\"\(color)\"/>",
            "<polygon points=\"\(end.x),\(end.y) \(end.x - 8),\(end.y - 4) \(end.x - 8),\(end.y + 4)\" "
                + "fill=\"\(color)\"/></g>",
        ]
    }

    private func draw(_ box: SchemaDiagram.Box, _ frame: DiagramLayout.Frame) -> [String] {
        let (left, right) = (frame.x + DiagramLayout.padding, frame.x + frame.width - DiagramLayout.padding)
        let header = frame.y + DiagramLayout.headerHeight
        var lines = [
            "<g><rect x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\" rx=\"6\" "
                + "fill=\"#f6f8fa\" stroke=\"#57606a\"/>",
            "<line x1=\"\(frame.x)\" y1=\"\(header)\" x2=\"\(frame.x + frame.width)\" y2=\"\(header)\" stroke=\"#57606a\"/>",
            "<text x=\"\(left)\" y=\"\(frame.y + 20)\" font-size=\"13\" font-weight=\"bold\" fill=\"#1f2328\">"
                + Self.escaped(DiagramLayout.shown(box.name)) + Self.tooltip(box.name) + "</text>",
        ]
        for (index, row) in box.rows.enumerated() {
            let y = header + index * DiagramLayout.rowHeight + 16
            let (name, type) = DiagramLayout.label(row)
            lines.append(
                "<text x=\"\(left)\" y=\"\(y)\" fill=\"#1f2328\"\(row.isRequired ? " font-weight=\"bold\"" : "")>"
                    + Self.escaped(name) + Self.tooltip(row.name) + "</text>")
            lines.append(
                "<text x=\"\(right)\" y=\"\(y)\" fill=\"#57606a\" text-anchor=\"end\">\(Self.escaped(type))</text>"
            )
        }
        lines[lines.count - 1] += "</g>"
        return lines
    }

    /// The whole name, if it is cut.
    private static func tooltip(_ name: String) -> String {
        DiagramLayout.shown(name) == name ? "" : "<title>\(escaped(name))</title>"
    }

    /// The text on one line, without a meaning in XML.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in PlainText.oneLine(text).unicodeScalars {
            switch scalar {
            case "&", "<", ">", "\"", "'": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
