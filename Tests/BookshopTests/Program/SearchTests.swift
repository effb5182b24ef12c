import Foundation
import Testing

@Suite("The program searches the store by words")
struct SearchTests {
    private func run(_ arguments: String..., body: (BuiltProgram.Run) throws -> Void) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let words = arguments.map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }
        let run = try await program.shell("exec \"$0\" search \(words.joined(separator: " "))")
        #expect(run.code == 0, "\(run.errors)")
        try body(run)
    }

    /// The words of each book's searchable fields, read directly from the data: letters and digits without case and
    /// accents.
    private func words(of book: PlainJSON) -> Set<String> {
        let values = book["values"]
        let texts =
            [values?["title"], values?["originalTitle"]].compactMap { $0?.text }
            + (values?["titles"]?.members.values.compactMap(\.text) ?? [])
            + ["authorNames", "authorAliases"].flatMap { values?[$0]?.list?.compactMap(\.text) ?? [] }
        return Set(texts.flatMap(plainWords))
    }

    private func plainWords(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en_US"))
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private func ids(_ condition: (Set<String>) -> Bool) throws -> Set<String> {
        Set(try Shipped.items("books").filter { condition(words(of: $0)) }.compactMap { $0["id"]?.text })
    }

    @Test("'jerome sal' finds Salinger's books by a name that is not on the cover, and shows why")
    func salinger() async throws {
        try await run("jerome", "sal", "--marks", "--sort", "year") { run in
            #expect(run.errors.isEmpty)
            let author = "J. D. «Salinger» («Jerome» David «Salinger»)"
            let rows = run.lines.dropFirst().dropLast().map { line in
                line.replacing(#/ {2,}/#, with: " | ")
            }
            #expect(
                rows == [
                    "1951 | The Catcher in the Rye | \(author) | English | literary | the-catcher-in-the-rye",
                    "1953 | Nine Stories | \(author) | English | literary | nine-stories",
                    "1961 | Franny and Zooey | \(author) | English | literary | franny-and-zooey",
                    "1963 | Raise High the Roof Beam, Carpenters and Seymour: An Introduction | \(author) | English "
                        + "| literary | raise-high-the-roof-beam-carpenters",
                ])
            #expect(run.lines.last == "4 books")
        }
    }

    @Test(
        "A name that the row shows anyway is not repeated, and without colour nothing is marked unless requested"
    )
    func plain() async throws {
        try await run("salinger", "catcher") { run in
            // Books that share only one of the words follow.
            #expect(run.lines.count > 3)
            let row = run.lines[1].replacing(#/ {2,}/#, with: " | ")
            #expect(row.contains("The Catcher in the Rye | J. D. Salinger | English"))
        }
    }

    @Test(
        "Search finds all words, the last one as a prefix, in titles of every language and all names, ignoring case and accents",
        arguments: [
            ["left", "darkness"], ["tolstoy", "pea"], ["LEO", "ann"], ["Émile"], ["bronte"], ["eyre"],
            ["мир"],
            ["Ὀδύσσεια"], ["d"], ["1984"], ["blair"], ["of", "the"],
        ])
    func all(words: [String]) async throws {
        let wanted = words.flatMap(plainWords)
        let expected = try ids { has in
            wanted.dropLast().allSatisfy(has.contains)
                && has.contains { $0.hasPrefix(wanted[wanted.count - 1]) }
        }
        #expect(!expected.isEmpty, "nothing to compare")
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("search", words.joined(separator: " "), "--exact", "--limit", "1000")
        #expect(Set(run.ids) == expected)
        #expect(run.ids.count == expected.count)
    }

    @Test("Words in scripts without spaces are found inside texts")
    func withoutSpaces() async throws {
        for text in ["村上", "源氏物語", "한강", "孫子"] {
            let expected = Set(
                try Shipped.items("books").filter { book in
                    let values = book["values"]
                    let texts =
                        [values?["title"]?.text, values?["originalTitle"]?.text].compactMap(\.self)
                        + (values?["titles"]?.members.values.compactMap(\.text) ?? [])
                        + (values?["authorAliases"]?.list?.compactMap(\.text) ?? [])
                    return texts.contains { $0.contains(text) }
                }.compactMap { $0["id"]?.text })
            #expect(!expected.isEmpty)
            try await run(text, "--limit", "100") { run in #expect(Set(run.ids) == expected, "\(text)") }
        }
    }

    @Test("Any words, excluded words, whole words, parts of words, and phrases are supported")
    func ways() async throws {
        try await run("dune", "solaris", "--any", "--sort", "year:desc") {
            #expect($0.ids == ["dune", "the-woman-in-the-dunes", "solaris"])
        }
        let war = try ids { $0.contains { $0.hasPrefix("war") } && !$0.contains("peace") }
        try await run("war", "--without", "peace", "--limit", "100") { #expect(Set($0.ids) == war) }
        let both = try ids {
            $0.contains { $0.hasPrefix("war") } && !$0.contains("peace") && !$0.contains("worlds")
        }
        try await run("war", "--without", "peace", "--without", "worlds", "--limit", "100") {
            #expect(Set($0.ids) == both)
        }
        let whole = try ids { $0.contains("war") }
        try await run("war", "--whole", "--limit", "100") { #expect(Set($0.ids) == whole) }
        let parts = try ids { $0.contains { $0.contains("war") } }
        #expect(parts != whole)
        try await run("war", "--parts", "--limit", "100") { #expect(Set($0.ids) == parts) }
        try await run("hand of dark", "--phrase") { #expect($0.ids == ["the-left-hand-of-darkness"]) }
        try await run("dark hand", "--phrase") { #expect($0.ids.isEmpty) }
    }

    @Test("A word without results is replaced by the closest one, with a message; not with --exact")
    func typos() async throws {
        try await run("salnger", "--marks") { run in
            #expect(run.ids.count == 4)
            #expect(run.errors == "No results for 'salnger'; showing 'salinger'.\n")
            #expect(run.lines[1].contains("J. D. «Salinger»"))
        }
        try await run("salnger", "--exact") { run in
            #expect(run.lines.last == "0 books")
            #expect(run.errors.isEmpty)
        }
    }

    @Test("A word in the title ranks before the same word in an author's other name")
    func relevance() async throws {
        try await run("emma") { run in #expect(run.ids.first == "emma") }
        try await run("dorian", "gray") { run in #expect(run.ids == ["the-picture-of-dorian-gray"]) }
    }

    @Test(
        "Any text is safe",
        arguments: ["\"", "AND OR NOT", "title:emma", "*", "(", "-emma", "NEAR(a b)", "🙂", "%_"])
    func anyText(text: String) async throws {
        try await run("--", text) { run in
            #expect(run.lines.contains { $0.contains("books") } || run.ids.count == 1)
        }
    }
}
