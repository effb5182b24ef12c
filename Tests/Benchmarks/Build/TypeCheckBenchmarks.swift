import Foundation

/// The compile-time cost of filters: the solver's time for the measured lines, the smallest of several runs, beside its time
/// for twelve lines of plain Bool code.
struct TypeCheckBenchmarks {
    /// The folder of Quire's built modules.
    let modules: String
    /// The tool that generates the sample's code.
    let tool: String
    let work: String

    private static let schema = """
        {"quire": 1, "modules": [{"name": "books", "fields": [
          {"name": "age", "type": "integer", "required": true}, {"name": "name", "type": "text", "required": true},
          {"name": "price", "type": "number", "required": true}, {"name": "active", "type": "boolean", "required": true},
          {"name": "rank", "type": "integer"}, {"name": "registration", "type": "text"},
          {"name": "released", "type": "dateTime"},
          {"name": "status", "type": "choice", "values": ["draft", "live"], "required": true}]}]}
        """

    private static let conditions = [
        "\\.age >= 18", "\\.name != \"x\"", "\\.price < 9.5", "\\.active == true", "\\.rank == nil",
        "\\.status == .live",
        "\\.released <= now", "\\.age < 65", "\\.name == \"y\"", "\\.price >= 1", "\\.rank > 3",
        "\\.registration != nil",
    ]

    func run() throws -> [Measurement] {
        let generated = work + "/typecheck"
        let folder = work + "/typecheck-schema"
        for path in [generated, folder] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Data(Self.schema.utf8).write(to: URL(fileURLWithPath: folder + "/content.json"))
        try Command([tool, "--schema", folder, "--output", generated]).check()
        let support = try FileManager.default.contentsOfDirectory(atPath: generated).filter {
            $0.hasSuffix(".swift")
        }
        .sorted().map { generated + "/" + $0 }

        let list = Self.conditions.joined(separator: ", ")
        let lines = Self.conditions.map { $0.replacingOccurrences(of: "\\.", with: "$0.") }
        var wrong = lines
        wrong[6] = "$0.age == \"eleven\""
        let right = try time("let measured = Books.query().where(\(list))", support)
        let builder = try time(
            "let measured = Books.query().filter {\n\(lines.joined(separator: "\n"))\n}", support)
        let mistaken = try time(
            "let measured = Books.query().filter {\n\(wrong.joined(separator: "\n"))\n}", support)
        let imported = try bystander("import Quire\n")
        let plain = try bystander("")
        func row(_ name: String, _ time: Double, _ peer: String = "") -> Measurement {
            Measurement(
                "build", name, time / plain, "× 12 lines of plain Bool code",
                peer: String(format: "%.1f ms beside %.1f ms", time, plain) + peer)
        }
        return [
            row(
                "type-check 12 conditions, key paths", right, "; #Predicate: 17,000 ms for 8 (recorded)"),
            row("type-check 12 conditions, builder lines", builder),
            row("type-check 12 builder lines, one wrong", mistaken),
            Measurement(
                "build", "plain Bool code with Quire imported", imported / plain, "×",
                peer: String(format: "%.1f ms beside %.1f ms", imported, plain), goal: .atMost(1.4)),
        ]
    }

    private func time(_ line: String, _ support: [String]) throws -> Double {
        let warmUp = """
            import Foundation
            import Quire
            let now = Date()
            let warm = Books.query().where(\(Self.conditions.joined(separator: ", ")))
            let warmer = Books.query().filter { $0.age >= 1; $0.name != "x"; $0.price < 2; $0.active == true; $0.rank == nil }
            """
        return try solver(warmUp + "\n", line, support)
    }

    private func bystander(_ header: String) throws -> Double {
        let values = """
            import Foundation
            \(header)struct Value { var n = 1; var s = ""; var o: Int?; var d = 1.5; var b = true }
            func use(_ values: [Value], _ v: Value, _ w: Value) -> [Bool] {
            let warm = v.n == 1 && v.s != "a" || !v.b && v.d < 2 && v.o == nil
            """
        let measured = """
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
            return [a, b, c, d, e, f, g, h, i, j, k, l, warm]
            }
            """
        return try solver(values + "\n", measured, [])
    }

    /// The solver's milliseconds in the measured lines.
    private func solver(_ header: String, _ measured: String, _ support: [String]) throws -> Double {
        let main = work + "/typecheck/main-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: main, withIntermediateDirectories: true)
        let file = main + "/main.swift"
        try Data((header + measured + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let first = header.split(separator: "\n", omittingEmptySubsequences: false).count
        var best = Double.infinity
        for _ in 0..<4 {
            // The time is printed only with a second threshold option (Swift 6.3).
            let outcome = try Command(
                [
                    "swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-Xcc",
                    "-fmodule-map-file=\(BuildBenchmarks.curlModule)", "-Xfrontend",
                    "-debug-time-expression-type-checking", "-Xfrontend",
                    "-solver-expression-time-threshold=100", file,
                ] + support
            ).run()
            var sum = 0.0
            for line in outcome.output.split(separator: "\n") {
                let parts = line.split(separator: "\t")
                guard parts.count == 2, parts[0].hasSuffix("ms"), parts[1].hasPrefix(file + ":") else {
                    continue
                }
                let place = parts[1].dropFirst(file.count + 1).split(separator: ":")
                guard let row = place.first.flatMap({ Int($0) }), row >= first else { continue }
                sum += Double(parts[0].dropLast(2)) ?? 0
            }
            guard sum > 0 else {
                throw Command.Failure(description: "no solver times in:\n\(outcome.output.prefix(2000))")
            }
            best = min(best, sum)
        }
        return best
    }
}
