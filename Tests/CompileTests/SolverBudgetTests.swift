import Testing

/// The compile-time cost of queries, in scopes of the constraint solver: a repeatable count, unlike time.
@Suite struct SolverBudgetTests {
    private static let header =
        "import Foundation\nimport Quire\nimport SampleModules\nstruct Campaign: EngineParameters {}\n"
    private static let conditions = [
        "age >= 18", #"title != "x""#, "price < 9.5", "active == true", "registration == nil", "rank > 3",
        "released <= now", "status == .live",
    ]

    private static func conditions(_ count: Int, _ prefix: String) -> [String] {
        (0..<count).map { prefix + conditions[$0 % conditions.count] }
    }

    private static func lines(_ count: Int, wrong: Int? = nil) -> String {
        var lines = conditions(count, "$0.")
        if let wrong { lines[wrong] = #"$0.age == "eleven""# }
        return "Books.query().filter {\n\(lines.joined(separator: "\n"))\n}"
    }

    private static func list(_ count: Int, wrong: Int? = nil) -> String {
        var list = conditions(count, #"\."#)
        if let wrong { list[wrong] = #"\.age == "eleven""# }
        return "Books.query().where(\(list.joined(separator: ", ")))"
    }

    /// One expression: groups of four joined by `||`, the groups by `&&`.
    private static func expression(_ count: Int) -> String {
        let all = conditions(count, #"\."#)
        let groups = stride(from: 0, to: count, by: 4).map {
            "(\(all[$0..<$0 + 4].joined(separator: " || ")))"
        }
        return "Books.query().where(\(groups.joined(separator: " && ")))"
    }

    struct Budget: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        /// The limit for any compiler.
        let most: Int
        /// The count of Swift 6.3; a change of more than 2 % is caused by this package.
        let measured: Int

        var testDescription: String { name }
    }

    static let budgets: [Budget] = [
        Budget(name: "one condition", code: #"Books.query().where(\.age >= 18)"#, most: 40, measured: 40),
        Budget(name: "8 lines of a closure", code: lines(8), most: 8 * 7, measured: 51),
        Budget(name: "32 lines of a closure", code: lines(32), most: 32 * 6, measured: 180),
        Budget(name: "a list of 8", code: list(8), most: 8 * 110, measured: 734),
        Budget(name: "a list of 32", code: list(32), most: 32 * 110, measured: 2924),
        Budget(name: "one expression of 8", code: expression(8), most: 900, measured: 772),
        Budget(name: "one expression of 32", code: expression(32), most: 3150, measured: 3112),
        Budget(name: "one label", code: #"Books.query().where(\.title, in: ["a"])"#, most: 20, measured: 16),
        Budget(
            name: "sort", code: #"Books.query().sort(by: \.title).sort(by: \.updatedAt)"#, most: 50,
            measured: 25),
        Budget(
            name: "meaning and parameters",
            code: #"Books.query().search("emma").meaning(.engine).parameters(Campaign())"#, most: 40,
            measured: 16),
        Budget(
            name: "select", code: #"Books.query().select(\.title, \.age, \.rank)"#, most: 40, measured: 25),
        Budget(
            name: "select with id and metadata",
            code: #"Books.query().select(\.id, \.title, \.age, \.updatedAt)"#, most: 80, measured: 68),
        Budget(
            name: "a member of an object in a closure",
            code: #"Artworks.query().filter { $0.period.start > 3 }"#, most: 24, measured: 17),
        Budget(
            name: "one object of a list",
            code: #"Artworks.query().where(any: \.makers) { $0.name == "x" }"#, most: 24, measured: 16),
        Budget(
            name: "sort by fields of related items",
            code: #"Books.query().sort(by: \.author.fullName).sort(by: \.author.mentor.fullName)"#, most: 60,
            measured: 36),
        Budget(
            name: "select fields of related items",
            code: #"Books.query().select(\.title, \.author.fullName, \.editors.fullName)"#, most: 80,
            measured: 33),
        Budget(
            name: "select members of objects",
            code: #"Artworks.query().select(\.title, \.period.start, \.makers.name)"#, most: 80,
            measured: 39),
        Budget(
            name: "include", code: #"Books.query().include(\.author, \.author.publisher)"#, most: 40,
            measured: 21),
        Budget(
            name: "facets and refinements",
            code:
                #"Books.query().facet(\.status).facet(\.rank).refine(\.status, to: [.live]).refine(\.rank) { $0 >= 1 }"#,
            most: 100, measured: 49),
        Budget(
            name: "one path over a relation", code: #"Books.query().where(\.author.fullName == "x")"#,
            most: 200,
            measured: 178),
        Budget(
            name: "one path over a relation of listed objects",
            code: #"Plays.query().where(\.credits.writer.name == "x")"#, most: 200, measured: 189),
        Budget(
            name: "include a relation of listed objects",
            code: #"Plays.query().include(\.credits.writer, \.staging.house)"#, most: 40, measured: 27),
        Budget(
            name: "any related item",
            code: #"Books.query().where(any: \.editors) { $0.fullName == "x" }"#, most: 20, measured: 14),
        Budget(
            name: "any related item in a closure",
            code: #"Books.query().filter { $0.editors.any { $0.fullName == "x" } }"#, most: 24, measured: 17),
        Budget(
            name: "any item that names this one",
            code: #"Authors.query().where(anyItem(of: Books.self, by: \.author) { $0.age >= 18 })"#, most: 24,
            measured: 21),
        Budget(name: "two fields", code: #"Books.query().where(\.age > \.rank)"#, most: 50, measured: 45),
        Budget(
            name: "two fields in a closure", code: #"Books.query().filter { $0.age > $0.rank }"#, most: 14,
            measured: 11),
        Budget(name: "32 lines, one of them wrong", code: lines(32, wrong: 16), most: 1000, measured: 597),
        Budget(name: "a list of 8, one of them wrong", code: list(8, wrong: 4), most: 10_000, measured: 5486),
    ]

    private static func file(_ code: String) -> String {
        // The first use of an operator in a file loads its overloads, so the measured line is not the first.
        header
            + """
            let now = Date()
            func warmUp() {
                _ = \(expression(8))
                _ = \(lines(8))
            }
            func measured() { \(code) }

            """
    }

    private static let base = Result { try Compiler().check(file("")).scopes }

    @Test("A query stays within its budget of solver scopes", arguments: budgets)
    func budget(_ budget: Budget) throws {
        let scopes = try Compiler().check(Self.file("_ = " + budget.code)).scopes - Self.base.get()
        #expect(scopes <= budget.most)
        if Compiler.isReference {
            let difference = abs(scopes - budget.measured)
            #expect(
                difference * 50 <= budget.measured, "\(budget.name): \(scopes) scopes, was \(budget.measured)"
            )
        }
    }

    @Test("Importing Quire hardly slows down type-checking of plain Boolean code")
    func bystander() throws {
        func scopes(_ imports: String) throws -> Int {
            let whole = try Compiler().check(imports + PlainCode.declarations + PlainCode.function)
            #expect(whole.errors.isEmpty)
            return try whole.scopes
                - Compiler().check(imports + PlainCode.declarations + "let x = 1 + 1\n").scopes
        }
        let without = try scopes("import Foundation\n")
        let with = try scopes("import Foundation\nimport Quire\n")
        // Nine times as many without @_disfavoredOverload on the three logic operators.
        #expect(with * 100 <= without * 155, "\(with) scopes with Quire, \(without) without")
    }
}

/// Twelve ordinary Boolean expressions that have nothing to do with Quire.
enum PlainCode {
    static let declarations =
        "struct Value { var n = 1; var s = \"\"; var o: Int?; var d = 1.5; var b = true }\n"
    static let function = """
        func use(_ values: [Value], _ v: Value, _ w: Value) -> [Bool] {
            let a = v.n > 3 || v.s == "abc" && v.o == nil
            let b = (v.n == 1 && v.s != "x") || (v.n == 2 && v.s != "y") || (v.n == 3 && v.s != "z")
            let c = !v.b && v.d >= 1.5 && w.d < 3 || v.n != w.n
            let d = values.contains { $0.n > 3 && $0.s.isEmpty || $0.o == nil }
            let e = values.sorted { $0.n < $1.n || $0.n == $1.n && $0.s < $1.s }.isEmpty
            let f = zip(values, values).allSatisfy { $0.n == $1.n && $0.s == $1.s && $0.d == $1.d }
            let g = v.o == nil || v.o == 3 || w.o != nil && w.o != 4
            let h = values.filter { !($0.b && $0.n > 1) }.count > 2 && v.b
            let i = (v.n + w.n > 3 && v.d * w.d < 4) || v.s + w.s == "ab"
            let j = values.first { $0.n == v.n && $0.s == v.s } != nil || v.b
            let k = v.n >= 1 && v.n <= 10 && w.n >= 1 && w.n <= 10 && v.s.count > 2
            let l = !(v.n < 3) || !(w.n < 3) && !(v.b || w.b)
            return [a, b, c, d, e, f, g, h, i, j, k, l]
        }

        """
}
