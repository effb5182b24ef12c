import Quire
import QuireText
import Testing

@Suite("Analysis of a full-text query")
struct AnalyzedTextTests {
    private func text(_ query: TextQuery, _ analyzer: TextAnalyzer = TextAnalyzer()) -> String? {
        AnalyzedText(query, analyzer)?.description
    }

    @Test("Words become terms depending on the kind of match")
    func terms() {
        #expect(text("Jerome Sal") == "jerome and sal*")
        #expect(text(.all("Jerome Sal", matching: .prefixes)) == "jerome* and sal*")
        #expect(text(.all("Jerome Sal", matching: .wholeWords)) == "jerome and sal")
        #expect(text(.all("Jerome Sal", matching: .partsOfWords)) == "*jerome* and *sal*")
        #expect(text(.any("thai pho")) == "thai or pho*")
        #expect(text(.none("pork beef", matching: .wholeWords)) == "not (pork or beef)")
        #expect(text(.phrase("Brave New World")) == #""brave new world""#)
        #expect(text(.phrase("brave new", matching: .lastWordAsPrefix)) == #""brave new"*"#)
    }

    @Test("Adjacent words without a separator are searched as a phrase")
    func touching() {
        #expect(text("東京タワー hotel") == #""东 京 た わ ー" and hotel*"#)
        #expect(text("東京") == #""东 京"*"#)
        #expect(text("iphone手机") == #""iphone 手 机"*"#)
        #expect(text("c++ book", TextAnalyzer(keepsSymbols: true)) == #""c + +" and book*"#)
        #expect(text(.all("ไม่มี", matching: .wholeWords)) == #""ไ ม่ มี""#)
    }

    @Test("Combinations keep their structure and drop the parts without words")
    func combinations() {
        #expect(text(.any("a b").and(.none("c", matching: .wholeWords))) == "(a or b*) and not c")
        #expect(text(.phrase("a b").or(.all("c"))) == #""a b" or c*"#)
        #expect(text(.not(.all("a b", matching: .wholeWords))) == "not (a and b)")
        #expect(text(.all("cat").and(.all("!!!")).and(.none(""))) == "cat*")
        #expect(text(.not(.not(.all("cat")))) == "not not cat*")
        for query in [
            "", "  ", "!?", .none("."), .and([]), .or([.all("")]), .not(.all("-")), .phrase("\u{200D}"),
        ]
            as [TextQuery]
        {
            #expect(text(query) == nil)
        }
        #expect(text("+", TextAnalyzer(keepsSymbols: true)) == "+*")
    }

    @Test("A chain of operators stays flat at any length; a query that is too deep is rejected")
    func depth() throws {
        var chain: TextQuery = "a"
        for _ in 0..<2_000 { chain = chain.and("b") }
        #expect(!chain.isDeeper(than: 1))
        #expect(
            "\(TextQuery.all("a").and("b").and(.all("c").or("d")))"
                == #"(all("a") && all("b") && (all("c") || all("d")))"#)
        let module = ModuleDescriptor(
            name: "notes", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])
        #expect(try TextSearch(chain).searchedFields(of: module).count == 1)
        var deep: TextQuery = "a"
        for level in 0..<500 { deep = level % 2 == 0 ? .not(deep) : .and([deep]) }
        #expect(try TextSearch(deep).searchedFields(of: module).count == 1)
        for deeper in [.not(deep), .or(["b", deep])] as [TextQuery] {
            #expect(throws: QueryError.self) { try TextSearch(deeper).searchedFields(of: module) }
        }
    }

    @Test("A search has at most 4,000 words, with all repetitions")
    func manyWords() throws {
        let module = ModuleDescriptor(
            name: "notes", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])
        func isRefused(_ query: TextQuery, _ analyzer: TextAnalyzer = TextAnalyzer()) -> Bool {
            (try? TextSearch(query).searchedFields(of: module, analyzer)) == nil
        }
        let most = String(repeating: "a ", count: 4_000)
        #expect(!isRefused(.all(most)) && isRefused(.all(most + "a")))
        #expect(isRefused(.phrase(most).and(.none("b"))))
        #expect(isRefused(.or(Array(repeating: .not("a"), count: 4_001))))
        #expect(!isRefused(.all(String(repeating: "+ ", count: 9_000))))
        #expect(isRefused(.all(String(repeating: "+", count: 9_000)), TextAnalyzer(keepsSymbols: true)))
        #expect(isRefused(.all(String(repeating: "心", count: 4_001))))
        #expect(!isRefused(.all(String(repeating: "x", count: 9_000))))
    }

    @Test("Stop words are removed from a query unless it has no other words")
    func stopWords() {
        let analyzer = TextAnalyzer(stopWords: ["the", "of"])
        #expect(text("the end of", analyzer) == "end*")
        #expect(text("the", analyzer) == "the*")
    }

    @Test("A search without words finds nothing, or everything on request")
    func meaning() {
        var search = TextSearch("…")
        #expect(search.meaning(TextAnalyzer()) == .nothing)
        search.emptyFindsAll = true
        #expect(search.meaning(TextAnalyzer()) == .everything)
        search.query = "a"
        #expect(search.meaning(TextAnalyzer()) == .words(.all([.term(.init(["a"], .prefix))])))
    }

    @Test("Words may match in different fields, a phrase only within one field")
    func matching() throws {
        func matches(_ query: TextQuery, _ fields: String...) throws -> Bool {
            let analyzer = TextAnalyzer()
            return try #require(AnalyzedText(query, analyzer)).matches(fields.map(analyzer.words))
        }
        #expect(try matches("jerome sal", "Franny and Zooey", "Jerome David Salinger"))
        #expect(try matches("zooey sal", "Franny and Zooey", "Jerome David Salinger"))
        #expect(try !matches("jer sal", "Franny and Zooey", "Jerome David Salinger"))
        #expect(try matches(.all("jer sal", matching: .prefixes), "Jerome David Salinger"))
        #expect(try !matches(.all("jerome sal", matching: .wholeWords), "Jerome David Salinger"))
        #expect(try matches(.all("ling rom", matching: .partsOfWords), "Jerome David Salinger"))
        #expect(try matches(.phrase("david salinger"), "Jerome David Salinger"))
        #expect(try !matches(.phrase("jerome salinger"), "Jerome David Salinger"))
        #expect(try !matches(.phrase("zooey jerome"), "Franny and Zooey", "Jerome David Salinger"))
        #expect(try matches("京タ", "東京タワー"))
        #expect(try !matches("京東", "東京タワー"))
        #expect(try matches(.any("pho thai"), "Thai food") && !matches(.any("pho soup"), "Thai food"))
        #expect(try matches(.none("pork beef"), "Thai food") && !matches(.none("pork food"), "Thai food"))
        #expect(try matches(.all("हि"), "हिन्दी") && !matches(.all("ही"), "हिन्दी"))
    }

    @Test("The description of a text query reads like its code")
    func descriptions() {
        #expect("\(TextQuery.all("a \"b\""))" == #"all("a \"b\"")"#)
        #expect(
            "\(TextQuery.any("x", matching: .prefixes).and(.not(.phrase("y z"))))"
                == #"(any("x", matching: prefixes) && !phrase("y z"))"#)
        var search = TextSearch("a")
        search.fields = ["title"]
        search.mode = .anyWord
        #expect("\(search)" == #"all("a"), in title, matching any word"#)
    }
}
