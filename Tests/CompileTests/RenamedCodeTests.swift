import QuireGenerator
import QuireSchema
import Testing

/// Code that uses the names from before a rename: the compiler's first error names the current one.
@Suite("Former names in code")
struct RenamedCodeTests {
    private static let schema = """
        {"quire": 1, "access": "public",
         "enums": [{"name": "genre", "values": [{"name": "fiction", "was": ["fic"]}]}],
         "modules": [
          {"name": "novels", "was": ["books", "Data", "authors 2"], "item": "Novel", "fields": [
            {"name": "title", "was": ["name"], "type": "text", "required": true, "searchable": true},
            {"name": "pageCount", "was": ["page_count_old", "pages"], "type": "integer", "sortable": true},
            {"name": "artist", "was": ["artistID"], "type": "relation", "module": "people"},
            {"name": "genre", "was": ["kind"], "type": "choice", "enum": "genre", "facet": "disjunctive"},
            {"name": "language", "type": "choice", "closed": true, "values": ["ger", {"name": "english", "was": ["eng"]}]},
            {"name": "default", "was": ["func"], "type": "list", "of": "text"},
            {"name": "old", "deprecated": true, "was": ["older"], "type": "text"},
            {"name": "size", "type": "object", "fields": [{"name": "width", "was": ["w"], "type": "number", "required": true}]}]},
          {"name": "people", "fields": [{"name": "fullName", "was": ["full name"], "type": "text", "required": true}]}]}
        """

    /// The code, and the former and the current name in the message.
    static let renamed: [(code: String, former: String, current: String)] = [
        (#"_ = Novels.query().where(\.pages >= 18)"#, "pages", "pageCount"),
        (#"_ = Novels.query().where(\.pageCountOld == nil)"#, "pageCountOld", "pageCount"),
        (#"_ = Novels.query().filter { $0.pages > 18 }"#, "pages", "pageCount"),
        (#"_ = Novels.query().filter { $0.title == "x"; $0.pages > 18 }"#, "pages", "pageCount"),
        (#"_ = Novels.query().sort(by: \.pages, .descending)"#, "pages", "pageCount"),
        (#"_ = Novels.query().select(\.title, \.pages)"#, "pages", "pageCount"),
        (#"_ = Novels.query().include(\.artistID)"#, "artistID", "artist"),
        (#"_ = Novels.query().where(\.artistID == "1")"#, "artistID", "artist"),
        (#"_ = Novels.query().where(\.artist.fullName == "x")"#, "", ""),
        (#"_ = Novels.query().facet(\.kind)"#, "kind", "genre"),
        (#"_ = Novels.query().where(\.kind == .fiction)"#, "kind", "genre"),
        (#"_ = Novels.query().where(\.genre == .fic)"#, "fic", "fiction"),
        (#"_ = Novels.query().where(\.genre, in: [.fic])"#, "fic", "fiction"),
        (#"_ = Novels.query().where(\.language == .eng)"#, "eng", "english"),
        (#"_ = Novels.query().where(\.func, contains: "x")"#, "func", "default"),
        (#"_ = Novels.query().where(\.older == "x")"#, "older", "old"),
        (#"print(novel.pages ?? 0)"#, "pages", "pageCount"),
        (#"novel.pages = 3"#, "pages", "pageCount"),
        (#"novel.values.pages = 3"#, "pages", "pageCount"),
        (#"_ = novel.artistID?.id"#, "artistID", "artist"),
        (#"_ = novels.map(\.pages)"#, "pages", "pageCount"),
        (#"draft.pages = .set(3)"#, "pages", "pageCount"),
        (#"draft.pages = .clear"#, "pages", "pageCount"),
        (#"novel.genre = .fic"#, "fic", "fiction"),
        (#"switch novel.language { case .eng: break; default: break }"#, "eng", "english"),
        (#"_ = novel.size?.w"#, "w", "width"),
        (#"_ = Novels.Size(w: 1)"#, "init(w:)", "init(width:)"),
        (
            #"_ = Novels.Values(title: "x", pageCountOld: 3)"#,
            "init(title:pageCountOld:artistID:kind:language:func:older:size:)",
            "init(title:pageCount:artist:genre:language:default:old:size:)"
        ),
        (#"_ = Books.query()"#, "Books", "Novels"),
        (#"_ = Books.Values(title: "x")"#, "Books", "Novels"),
        (#"func take(_ item: Content<Books>) {}"#, "Books", "Novels"),
    ]

    private static let generated = Result {
        let (schema, diagnostics) = readSchema(documents: [
            SchemaDocument(path: "schema.json", text: Self.schema)
        ])
        return generate(try #require(schema, "\(diagnostics)")).files.map(\.text).joined()
    }

    private static let parameters =
        "novel: inout Novel, novels: [Novel], draft: inout Novels.Draft"

    private static let errors = Result {
        let header = try generated.get()
        var source = header
        for (index, renamed) in renamed.enumerated() {
            source += "func f\(index)(\(parameters)) { \(renamed.code) }\n"
        }
        let line = header.split(separator: "\n", omittingEmptySubsequences: false).count
        let errors = try Compiler().check(source).errors
        return renamed.indices.map { errors[line + $0] }
    }

    @Test("A former name is an error with the current one", arguments: renamed.indices)
    func former(_ index: Int) throws {
        let renamed = Self.renamed[index]
        let error = try Self.errors.get()[index]
        if renamed.former.isEmpty { return #expect(error == nil, "\(renamed.code)") }
        #expect(error == "'\(renamed.former)' has been renamed to '\(renamed.current)'", "\(renamed.code)")
    }

    @Test(
        "The generated code and code with the current names compile without warnings", arguments: ["5", "6"])
    func current(version: String) throws {
        let code = """
            func f(novel: inout Novel, draft: inout Novels.Draft) {
                _ = Novels.query().where(\\.pageCount >= 18).filter { $0.artist == "1" }
                novel.pageCount = novel.pageCount.map { $0 + 1 }
                draft.pageCount = .clear
                print(novel.name ?? "", novel.size?.width ?? 0, Novels.Values(title: "x", pageCount: 3))
                let data = Data()
                _ = (data, Novels.Size(width: 1), Novels.Language.allCases, Genre.allKnown)
            }
            """
        let flags = ["-swift-version", version, "-enable-upcoming-feature", "ExistentialAny"]
        let outcome = try Compiler().check("import Foundation\n" + Self.generated.get() + code, flags: flags)
        #expect(outcome.errors == [:])
        #expect(outcome.warnings == [])
    }
}
