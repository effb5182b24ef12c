import Foundation
import LoopbackServer
import Testing

@testable import Bookshop

@Suite("The program as a process")
struct ProgramTests {
    /// The number of the tour's stops.
    static var stepCount: Int { Tour.steps.count }

    @Test(
        "Without a command it runs the tour: every stop with its Swift code and rows, no colour, nothing on standard error"
    )
    func tour() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run()
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(!run.output.contains("\u{1B}"))
        for (number, step) in Tour.steps.enumerated() {
            #expect(run.output.contains("\(number + 1). \(step.title)\n"))
            let indented = step.swift.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
            #expect(run.output.contains(indented))
        }
        // A stop without results prints only its count.
        #expect(!run.lines.contains { $0.hasPrefix("  0 ") })
        #expect(run.output.contains("The Odyssey (Ὀδύσσεια)"))
        #expect(run.output.contains("ソラリス"))
    }

    @Test("The tour shows the Swift code that it runs")
    func tourIsHonest() throws {
        let folder = Shipped.root.appendingPathComponent("Sources/Bookshop/Tour")
        let sources = try ["Tour.swift", "Tour+More.swift"].map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }
        .joined()
        let source = sources.filter { !$0.isWhitespace }
        for step in Tour.steps {
            let swift = step.swift.filter { !$0.isWhitespace }
            #expect(source.contains("\(swift)\"\"\"#,\(swift),noun:"), "\(step.title)")
        }
    }

    @Test("--explain adds the tree, the SQL and the request; the tree is JSON that HALO can read")
    func explain() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("list", "--genre", "fantasy", "--year", "1950...1970", "--explain")
        #expect(run.code == 0)
        let parts = run.output.components(separatedBy: "\nSQL\n")
        let tree = try #require(parts.first).replacingOccurrences(of: "Filter tree\n", with: "")
        let json = try JSONDecoder().decode(PlainJSON.self, from: Data(tree.utf8))
        #expect(json["condition"]?.text == "and")
        #expect(
            json["operands"]?.list?.first
                == .object([
                    "operation": .text("in"), "property": .text("genre"), "value": .list([.text("fantasy")]),
                    "type": .text("string"),
                ]))
        let rest = try #require(parts.last)
        #expect(rest.contains("SELECT "))
        #expect(rest.contains("HALO request\n  POST https://halo.example/api/generalcontent/instance/search"))
        #expect(rest.contains(#""moduleName": "books""#))
    }

    @Test("Parts that HALO cannot express are mentioned")
    func explainUnsupported() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("authors", "--near", "53.35,-6.26,50", "--explain")
        #expect(run.code == 0)
        #expect(run.output.contains("HALO request\n  HALO cannot express"))
        #expect(run.output.contains("james-joyce"))
    }

    @Test("A book is shown with its authors, publisher and reviews; an author with the books")
    func show() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let book = try await program.run("show", "the-left-hand-of-darkness")
        #expect(book.code == 0)
        #expect(book.lines.first == "The Left Hand of Darkness")
        #expect(book.output.contains("Ursula K. Le Guin (1929–2018)"))
        #expect(book.output.contains("1969, by Ace Books, New York"))
        #expect(book.output.components(separatedBy: "(sample)").count == 4)
        let author = try await program.run("show", "haruki-murakami")
        #expect(author.output.contains("村上春樹"))
        #expect(author.output.contains("kafka-on-the-shore"))
        let nobody = try await program.run("show", "nobody")
        #expect(nobody.code == 1)
        #expect(nobody.output.isEmpty)
        #expect(nobody.errors.contains("no book and no author with the id 'nobody'"))
    }

    @Test(
        "Wrong arguments exit with code 2, a message on standard error, and no output",
        arguments: [
            ["lst"], ["list", "--gerne", "x"], ["list", "--genre", "fantsy"], ["list", "--genre"],
            ["list", "--year", "x"], ["list", "--min-rating", "9"], ["list", "--limit", "0"],
            ["list", "--page", "x"],
            ["list", "--sort", "size"], ["list", "--language", "klingon"], ["list", "extra"], ["show"],
            ["show", "a", "b"], ["search"], ["authors", "--near", "here"], ["authors", "--born", "1...0"],
            ["--url", "nowhere"], ["--url", "http://"], ["--data"], ["help", "lst"],
        ])
    func wrong(arguments: [String]) async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let line = arguments.map { "'\($0)'" }.joined(separator: " ")
        let run = try await program.shell("exec \"$0\" \(line)")
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("bookshop: error: "))
        #expect(run.errors.contains("--help'."))
    }

    @Test("Help exits with code 0, on standard output")
    func help() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run("list", "--help")
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("--min-rating N"))
    }

    @Test("A reader that closes the pipe early is not an error")
    func closedPipe() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.shell(#"{ "$0" list --limit 1000; echo "code $?" >&2; } | head -n 1"#)
        #expect(run.lines.count == 1)
        #expect(run.errors == "code 0\n")
    }

    @Test("An unreachable server is reported as an error")
    func noServer() async throws {
        let program = try BuiltProgram()
        defer { program.remove() }
        // Port 9 is the discard service, which is normally unused.
        let run = try await program.run("list", "--url", "http://127.0.0.1:9")
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("127.0.0.1"))
    }

    @Test("With --url, the same query is sent to a server with the token")
    func server() async throws {
        let server = try LoopbackServer { _ in
            .json(
                #"{"pagination":{"page":1,"limit":20,"offset":0,"totalItems":41,"totalPages":3},"#
                    + #""items":[{"id":"served","name":"S","values":{"title":"From afar","year":1999}}]}"#)
        }
        defer { server.stop() }
        let program = try BuiltProgram()
        defer { program.remove() }
        let run = try await program.run(
            "list", "--genre", "fantasy", "--url", server.url.absoluteString,
            environment: ["HALO_TOKEN": "t0ken"])
        #expect(run.code == 0)
        #expect(run.lines.last == "1 of 41 books, page 1 of 3")
        #expect(run.ids == ["served"])
        let request = try #require(server.requests.first)
        #expect(request.path == "/api/generalcontent/instance/search")
        #expect(request["Authorization"] == "Bearer t0ken")
        let body = try JSONDecoder().decode(PlainJSON.self, from: Data(request.body))
        #expect(body["moduleName"]?.text == "books")
        #expect(body["searchValues"]?["property"]?.text == "genre")
        #expect(body["sort"]?.text == "values.year asc,values.title asc")
    }
}
