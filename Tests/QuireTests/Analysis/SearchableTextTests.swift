import Quire
import Testing

@Suite("Searchable text")
struct SearchableTextTests {
    @Test("Each kind of field has its searchable text, or none")
    func kinds() {
        let text = JSONValue.string("<b>A</b> &amp; b")
        for kind in [.text, .longText, .choice, .scalar(.text), .localizedText] as [FieldKind] {
            #expect(SearchableText.text(of: text, kind: kind) == "<b>A</b> &amp; b")
        }
        #expect(SearchableText.text(of: text, kind: .html) == "A & b")
        for kind in [
            .url, .color, .json, .integer, .scalar(.integer), .relation(module: "m"), .date(.rfc3339),
        ]
            as [FieldKind]
        {
            #expect(SearchableText.text(of: text, kind: kind) == nil)
            #expect(!kind.hasSearchableText)
        }
        for json in [nil, .null, .integer(5), .boolean(true), .array([text]), .object([])] as [JSONValue?] {
            #expect(SearchableText.text(of: json, kind: .text) == nil)
        }
        #expect(SearchableText.text(of: .string(""), kind: .text) == "")
    }

    @Test("Elements and languages are joined by line feeds; values that are not text are skipped")
    func joining() {
        let list = JSONValue.array([.string("a"), .null, .integer(1), .string("b")])
        #expect(SearchableText.text(of: list, kind: .list(.text)) == "a\nb")
        #expect(SearchableText.text(of: list, kind: .choices) == "a\nb")
        #expect(SearchableText.text(of: .array([.string("<i>a")]), kind: .list(.html)) == "a")
        #expect(SearchableText.text(of: .array([list, list]), kind: .list(.list(.text))) == "a\nb\na\nb")
        #expect(SearchableText.text(of: .array([]), kind: .list(.text)) == nil)
        #expect(SearchableText.text(of: .string("a"), kind: .list(.text)) == nil)
        let texts = JSONValue.object([
            .init("en", .string("Hello")), .init("x", .null), .init("fr", .string("Salut")),
        ])
        #expect(SearchableText.text(of: texts, kind: .localizedText) == "Hello\nSalut")
        #expect(SearchableText.text(of: texts, kind: .text) == nil)
    }

    @Test(
        "HTML is read as in browsers",
        arguments: [
            ("", ""), ("plain", "plain"), ("a < b & c", "a < b & c"), ("a<b", "a"),
            ("<p>One</p><p>Two</p>", "\nOne\n\nTwo\n"),
            ("S<b>o</b><EM class=x>ft</EM>", "Soft"),
            ("a<br>b<br/>c", "a\nb\nc"),
            ("x<!-- <b>no</b> -->y<!---->z<!-->w", "xyzw"), ("x<!-- open", "x"),
            ("<!DOCTYPE html><?xml?>x", "x"), ("x</>y</ z>w", "xyw"),
            ("<script>if (a<b) { \"</p>\" }</SCRIPT >x<style>p{}</style>y", "\n\nx\n\ny"),
            ("<script>open", "\n"),
            ("<img alt=\"a>b\" title='c>d'>x", "\nx"), ("<a href=it's>x</a>", "x"),
            ("&eacute;&Eacute;&#233;&#xE9;&#XE9;", "éÉééé"), ("&amp;lt; &ampx &amp", "&lt; &ampx &"),
            ("&nosuch; &; &#; &#x; &#x110000; &#0; &#128;", "&nosuch; &; &#; &#x; \u{FFFD} \u{FFFD} €"),
            ("&lt;em&gt;x&lt;/em&gt;", "<em>x</em>"),
        ])
    func html(_ html: String, _ text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test("Only fields that are marked searchable and have text are searched")
    func fields() throws {
        let module = ModuleDescriptor(
            name: "notes",
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: 5),
                FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
                FieldDescriptor(name: "slug", kind: .text),
                FieldDescriptor(name: "age", kind: .integer, searchWeight: 1),
            ])
        var search = TextSearch("x")
        #expect(try search.searchedFields(of: module).map(\.name) == ["title", "body"])
        search.fields = ["body"]
        #expect(try search.searchedFields(of: module).map(\.name) == ["body"])
        let refusals: [([String], QueryError.Reason)] = [
            (["slug"], .incompatibleOperation), (["age"], .incompatibleOperation),
            (["titel"], .unknownProperty),
            ([], .incompatibleOperand),
        ]
        for (fields, reason) in refusals {
            search.fields = fields
            let error = try #require(throws: QueryError.self) { try search.searchedFields(of: module) }
            #expect(error.reason == reason)
            #expect(error.description.contains("the searchable fields are title, body"), "\(error)")
        }
        search.fields = nil
        let bare = ModuleDescriptor(name: "bare", fields: [FieldDescriptor(name: "slug", kind: .text)])
        let error = try #require(throws: QueryError.self) { try search.searchedFields(of: bare) }
        #expect(error.description.contains("mark some with \"searchable\""))
    }
}
