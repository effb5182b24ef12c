import Foundation
import QuireSchema
import Testing

@testable import QuireCommand

#if canImport(FoundationXML)
import FoundationXML
@testable import QuireExplorer
#endif

@Suite("quire schema --diagram", .timeLimit(.minutes(30)))
struct DiagramTests {
    private static func diagram(_ modules: String) throws -> SchemaDiagram {
        let document = SchemaDocument(path: "a.json", text: #"{"quire": 1, "modules": [\#(modules)]}"#)
        let (schema, diagnostics) = readSchema(documents: [document])
        return SchemaDiagram(try #require(schema, "\(diagnostics)"))
    }

    private static let shop = #"""
        {"name": "books", "fields": [
          {"name": "title", "type": "text", "required": true}, {"name": "tags", "type": "list", "of": "text"},
          {"name": "author", "type": "relation", "module": "authors", "required": true},
          {"name": "sequels", "type": "relations", "module": "books"},
          {"name": "place", "type": "object", "fields": [
            {"name": "country", "type": "relation", "module": "countries"}]}]},
        {"name": "authors", "fields": [{"name": "name", "type": "text"}]}, {"name": "countries", "fields": []}
        """#

    @Test("Mermaid has the modules, their fields, and the relations with their cardinality")
    func mermaid() throws {
        let text = MermaidDiagram(diagram: try Self.diagram(Self.shop)).text
        #expect(
            text == """
                erDiagram
                    "books" {
                        text title "required"
                        text[] tags
                        relation author "required"
                        relation[] sequels
                        object place
                    }
                    "authors" {
                        text name
                    }
                    "countries"
                    "books" }o--|| "authors" : "author"
                    "books" }o--o{ "books" : "sequels"
                    "books" }o--o| "countries" : "place.country"
                """, "\(text)")
    }

    @Test("SVG has each name as text, and a line with an arrow for each relation")
    func svg() throws {
        let diagram = try Self.diagram(Self.shop)
        let text = SVGDiagram(diagram: diagram).text
        #expect(text == SVGDiagram(diagram: diagram).text)
        let drawing = try Drawing(text)
        #expect(drawing.texts.contains("books") && drawing.texts.contains("[relation]"))
        #expect(drawing.texts.contains("books.place.country: countries"), "\(drawing.texts)")
        #expect(drawing.elements["polyline"] == 3 && drawing.elements["polygon"] == 3)
    }

    @Test("Names with markup, quotation marks and control characters stay names")
    func hostileNames() throws {
        let names = [
            "</text><script>alert(1)</script>", "a\" onload=\"x", "]]>", "x'; --", "}\n%%{init}%%", "é日本",
            "\u{202E}reversed", String(repeating: "long ", count: 40),
        ]
        let place = SourceLocation(path: "a.json", line: 1, column: 1)
        let modules = names.map { name in
            Module(
                name: name,
                fields: [Field(name: name, type: .relation(module: names[0]), location: place)],
                location: place)
        }
        let diagram = SchemaDiagram(Schema(modules: modules))
        let drawing = try Drawing(SVGDiagram(diagram: diagram).text)
        #expect(drawing.elements["script"] == nil && !drawing.attributes.contains("onload"))
        #expect(drawing.texts.contains(names[0]) && drawing.texts.contains("é日本"), "\(drawing.texts)")
        let mermaid = MermaidDiagram(diagram: diagram).text
        // A line for each box, its row and its end, and one for each relation.
        #expect(mermaid.split(separator: "\n").count == 1 + 4 * names.count)
        #expect(!mermaid.contains("<script") && !mermaid.contains("%%") && !mermaid.contains("\u{202E}"))
        for line in mermaid.split(separator: "\n") { #expect(line.count { $0 == "\"" }.isMultiple(of: 2)) }
    }

    @Test("No line crosses a box, and no boxes overlap", arguments: [1, 2, 3, 5, 10, 17])
    func layout(count: Int) throws {
        let modules = (0..<count).map { index in
            let fields = (0..<(index * 7 % 5 + 1)).map { field in
                #"{"name": "f\#(field)", "type": "relation", "module": "m\#((index * 3 + field * 5) % count)"}"#
            }
            return #"{"name": "m\#(index)", "fields": [\#(fields.joined(separator: ","))]}"#
        }
        let diagram = try Self.diagram(modules.joined(separator: ","))
        let layout = DiagramLayout(diagram)
        for (index, frame) in layout.frames.enumerated() {
            #expect(
                frame.x > 0 && frame.x + frame.width < layout.width && frame.y + frame.height < layout.height)
            for other in layout.frames[(index + 1)...] {
                let isApart =
                    frame.x + frame.width < other.x || other.x + other.width < frame.x
                    || frame.y + frame.height < other.y || other.y + other.height < frame.y
                #expect(isApart)
            }
            for line in layout.lines {
                for (start, end) in zip(line, line.dropFirst()) {
                    let isOutside =
                        max(start.x, end.x) <= frame.x || min(start.x, end.x) >= frame.x + frame.width
                        || max(start.y, end.y) <= frame.y || min(start.y, end.y) >= frame.y + frame.height
                    #expect(isOutside, "\(line) crosses \(frame)")
                }
            }
        }
    }

    @Test("The program writes a file in the format of its ending")
    func program() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(#"{"quire": 1, "modules": [\#(Self.shop)]}"#, to: "Schema/shop.json")
        let mermaid = try await command.run("schema", "--diagram")
        #expect(
            mermaid.code == 0 && mermaid.output.hasPrefix("erDiagram\n    \"books\" {"), "\(mermaid.errors)")
        let svg = try await command.run("schema", "--diagram", "--output", "Docs/schema.svg")
        #expect(svg.code == 0 && svg.errors == "wrote Docs/schema.svg\n")
        let file = command.folder.appending(path: "Docs/schema.svg")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<svg "))
        let usage = try await command.run("schema")
        #expect(usage.code == 2 && usage.errors.contains("needs --diagram"))
        #expect(try await command.run("schema", "--diagram", "--format", "png").code == 2)
    }
}

/// The elements of an SVG file, read by Foundation's parser.
private final class Drawing: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var attributes: Set<String> = []
    var texts: [String] = []
    private var text = ""

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes found: [String: String]
    ) {
        elements[name, default: 0] += 1
        attributes.formUnion(found.keys)
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        texts.append(text)
        text = ""
    }
}
