import Testing

@testable import Bookshop
@testable import BookshopContent

@Suite("Parsing of the command line")
struct CommandTests {
    private func list(_ arguments: String...) throws -> ListCommand {
        guard case .list(let command) = try Command(["list"] + arguments) else {
            throw UsageError("not the list command")
        }
        return command
    }

    private func mistake(_ arguments: String...) -> String? {
        do throws(UsageError) {
            _ = try Command(arguments)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("Without a command, the tour runs with the given options")
    func tour() throws {
        guard case .tour(let plain) = try Command([]) else { throw UsageError("not the tour") }
        #expect(plain.common == CommonOptions())
        guard case .tour(let explained) = try Command(["--explain"]) else { throw UsageError("not the tour") }
        #expect(explained.common.explains)
    }

    @Test("Every option of list is parsed")
    func allOptions() throws {
        let command = try list(
            "--genre", "fantasy", "--genre=Science-Fiction", "--form", "novella", "--theme", "sea",
            "--language", "fr",
            "--author", "le guin", "--title", "ring", "--year", "1950...1970", "--min-rating", "4.5",
            "--sort",
            "year:desc,title", "--limit", "10", "--page", "2", "--data", "x.ndjson", "--store", "y.sqlite",
            "--explain")
        #expect(command.genres == [.fantasy, .scienceFiction])
        #expect(command.forms == [.novella])
        #expect(command.themes == [.sea])
        #expect(command.languages.map(\.rawValue) == ["fre", "fr"])
        #expect(command.author == "le guin")
        #expect(command.title == "ring")
        #expect(command.years == YearRange(first: 1950, last: 1970))
        #expect(command.minimumRating == 4.5)
        #expect(command.sort.map(\.key) == ["year", "title"])
        #expect(command.sort.map(\.isDescending) == [true, false])
        #expect(command.page.limit == 10)
        #expect(command.page.page == 2)
        #expect(command.common.data == "x.ndjson")
        #expect(command.common.store == "y.sqlite")
        #expect(command.common.explains)
    }

    @Test("Common options may precede the command, and their values are not mistaken for it")
    func optionsFirst() throws {
        guard case .list(let command) = try Command(["--data", "list", "--explain", "list", "--limit", "3"])
        else {
            throw UsageError("not the list command")
        }
        #expect(command.common.data == "list")
        #expect(command.common.explains)
        #expect(command.page.limit == 3)
    }

    @Test("Two dashes end the options")
    func endOfOptions() throws {
        guard case .search(let command) = try Command(["search", "--limit", "3", "--", "--page", "x"]) else {
            throw UsageError("not the search command")
        }
        #expect(command.words == ["--page", "x"])
    }

    @Test("Every option of search is parsed")
    func searchOptions() throws {
        guard
            case .search(let command) = try Command([
                "search", "left hand", "--any", "--parts", "--without", "x", "--without=y", "--exact",
                "--marks",
                "--sort", "year:desc", "--limit", "3",
            ])
        else { throw UsageError("not the search command") }
        #expect(command.words == ["left", "hand"])
        #expect(command.way.combination == .any && command.way.matching == .partsOfWords)
        #expect(command.without == ["x", "y"])
        #expect(command.isExact && command.hasMarks)
        #expect(command.sort.map(\.key) == ["year"])
        #expect(command.page.limit == 3)
    }

    @Test(
        "Help is available for the program and for each command, with both spellings",
        arguments: ["tour", "list", "show", "search", "authors"])
    func help(name: String) throws {
        guard case .help(let program) = try Command(["--help"]) else { throw UsageError("no help") }
        #expect(program.contains("\n  \(name)"))
        guard case .help(let before) = try Command(["help", name]) else { throw UsageError("no help") }
        guard case .help(let after) = try Command([name, "--help"]) else { throw UsageError("no help") }
        #expect(before == after)
        #expect(before.contains("Usage: bookshop \(name)"))
        #expect(before.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("The help of list shows every option with its value")
    func helpNamesOptions() throws {
        guard case .help(let text) = try Command(["list", "--help"]) else { throw UsageError("no help") }
        for option in ListCommand.description.allOptions { #expect(text.contains("--\(option.name)")) }
    }

    @Test("Every error says what is wrong and what was expected")
    func mistakes() {
        #expect(mistake("lst")?.contains("Unknown command 'lst'. Did you mean 'list'?") == true)
        #expect(mistake("help", "lst")?.contains("Did you mean 'list'?") == true)
        #expect(
            mistake("list", "--gerne", "x") == "Unknown option '--gerne' for 'list'. Did you mean '--genre'?")
        #expect(mistake("list", "-g") == "Unknown option '-g': options start with two dashes.")
        #expect(mistake("list", "fantasy") == "Unexpected argument 'fantasy': 'list' takes options only.")
        #expect(mistake("list", "--genre") == "--genre needs a value: --genre GENRE.")
        #expect(mistake("list", "--genre", "--limit", "3") == "--genre needs a value: --genre GENRE.")
        #expect(mistake("list", "--explain=yes") == "--explain takes no value, but got 'yes'.")
        #expect(
            mistake("list", "--limit", "1", "--limit", "2")
                == "--limit was given twice; give it once.")
        #expect(
            mistake("list", "--genre", "fantsy")?
                .hasPrefix("'fantsy' is not a valid --genre. Did you mean 'fantasy'? It can be literary,")
                == true)
        #expect(mistake("list", "--genre", "qqqqq")?.contains("Did you mean") == false)
        #expect(
            mistake("list", "--form", "scroll")
                == "'scroll' is not a valid --form. It can be novel, novella, short-stories, poem, poems, play, comic or nonfiction."
        )
        #expect(mistake("list", "--language", "frensh")?.contains("Did you mean 'french'?") == true)
        #expect(
            mistake("list", "--year", "long ago")
                == "'long ago' is not a valid --year: expected a year or a range, such as 1950, 1950...1970, 2000... or ...-1."
        )
        #expect(
            mistake("list", "--year", "1970...1950")
                == "'1970...1950' is not a valid --year: expected a range that ends after it begins.")
        #expect(
            mistake("list", "--min-rating", "six")
                == "'six' is not a valid --min-rating: expected a number from 0 to 5.")
        #expect(mistake("list", "--min-rating", "nan")?.contains("expected a number from 0 to 5") == true)
        #expect(
            mistake("list", "--limit", "0")
                == "'0' is not a valid --limit: expected a whole number from 1 to 1000.")
        #expect(mistake("list", "--page", "-1")?.contains("expected a whole number from 1") == true)
        #expect(
            mistake("list", "--sort", "yaer")
                == "'yaer' is not a key of --sort. Did you mean 'year'? It can be title, year, released, genre, rating or ratings."
        )
        #expect(
            mistake("list", "--sort", "year:down")
                == "'down' is not a direction of --sort: expected year:asc or year:desc.")
        #expect(mistake("list", "--author", " ") == "' ' is not a valid --author: expected some letters.")
        #expect(mistake("show") == "'show' needs the id of a book or an author: bookshop show ID.")
        #expect(mistake("show", "a", "b") == "'show' takes one id, but got 2: a b.")
        #expect(mistake("search") == "'search' needs words: bookshop search WORDS.")
        #expect(
            mistake("search", "x", "--any", "--phrase")
                == "--any and --phrase exclude each other: give one of them.")
        #expect(
            mistake("search", "x", "--parts", "--whole")
                == "--whole and --parts exclude each other: give one of them.")
        #expect(mistake("authors", "--near", "53")?.contains("such as 53.35,-6.26,50") == true)
        #expect(mistake("authors", "--near", "91,0,5") != nil)
        #expect(mistake("tour", "--url", "ftp://x")?.contains("http:// or https://") == true)
        #expect(
            mistake("tour", "--url", "http://x", "--store", "y")
                == "--url and --store exclude each other: give one of them.")
    }

    @Test("An error refers to the help of its command")
    func hint() {
        #expect(UsageError("No.", command: "list").description == "No.\nSee 'bookshop list --help'.")
        #expect(UsageError("No.").description == "No.\nSee 'bookshop --help'.")
    }
}

@Suite("Parsing of languages")
struct LanguageNamesTests {
    @Test("Every language of the schema has a name, and its codes are parsed")
    func complete() {
        #expect(Set(LanguageNames.all.map(\.language)) == Set(Language.allKnown))
        for entry in LanguageNames.all {
            for word in [entry.name, entry.short, entry.language.rawValue, entry.name.uppercased()] {
                #expect(LanguageNames.codes(for: word)?.first == entry.language, "\(word)")
            }
        }
    }

    @Test("English includes its regional codes")
    func english() {
        #expect(
            LanguageNames.codes(for: "en")?.map(\.rawValue) == ["eng", "en", "en-US", "en-GB", "en-CA"])
        #expect(LanguageNames.name(of: Language(rawValue: "en-US")) == "English")
    }

    @Test("An unknown code is kept as it is")
    func unknown() {
        #expect(LanguageNames.codes(for: "klingon") == nil)
        #expect(LanguageNames.name(of: Language(rawValue: "tlh")) == "tlh")
        #expect(LanguageNames.name(of: .ancientGreek) == "Ancient Greek")
    }
}

@Suite("Parsing of years")
struct YearRangeTests {
    @Test(
        "Years are parsed: a year, a range, an open range, years BC",
        arguments: [
            ("1950", 1950, 1950), ("-700", -700, -700), ("1950...1970", 1950, 1970),
            ("-800...-700", -800, -700),
            ("1950..<1970", 1950, 1969), ("2000...", 2000, nil), ("...-1", nil, -1), ("..<0", nil, -1),
        ] as [(String, Int?, Int?)])
    func reads(text: String, first: Int?, last: Int?) {
        #expect(YearRange(text) == YearRange(first: first, last: last))
    }

    @Test(
        "Invalid ranges are rejected",
        arguments: [
            "", "...", "..<", "1950-1970", "1950..", "1950..<", "a...b", "1...2...3", "99999999999999999999",
        ])
    func refuses(text: String) {
        #expect(YearRange(text) == nil)
    }

    @Test("The smallest integer does not overflow")
    func smallest() {
        #expect(YearRange("..<\(Int.min)") == nil)
        #expect(YearRange("\(Int.min)...\(Int.max)") == YearRange(first: .min, last: .max))
    }
}
