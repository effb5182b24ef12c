import Foundation

/// The goals' rows under "build": the tool, its output, and the cost of an edit.
struct BuildBenchmarks {
    /// The root of this package.
    let package: String
    private let work: String

    init(package: String) throws {
        self.package = package
        work = NSTemporaryDirectory() + "quire-build-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    }

    func run() throws -> [Measurement] {
        defer { try? FileManager.default.removeItem(atPath: work) }
        var measurements: [Measurement] = []
        let debug = work + "/tool-debug"
        let cold = try Command(
            ["swift", "build", "--product", "quire-generate", "--scratch-path", debug], in: package
        ).check()
        measurements.append(
            Measurement(
                "build", "tool, cold debug build", cold.cpu, "s CPU",
                peer: "swift-openapi-generator's tool: 72 (recorded)",
                goal: .atMost(15)))
        let release = work + "/tool-release"
        try Command(
            ["swift", "build", "-c", "release", "--product", "quire-generate", "--scratch-path", release],
            in: package
        ).check()
        measurements += try generation(
            debugTool: debug + "/debug/quire-generate", releaseTool: release + "/release/quire-generate")
        measurements += try compilation(tool: debug + "/debug/quire-generate")
        measurements += try TypeCheckBenchmarks(
            modules: work + "/modules/debug/Modules", tool: debug + "/debug/quire-generate", work: work
        ).run()
        measurements += try edits()
        return measurements
    }

    private func generation(debugTool: String, releaseTool: String) throws -> [Measurement] {
        let folder = work + "/schema500"
        try write(SchemaFixture.schema(modules: 500), to: folder + "/content.json")
        var measurements: [Measurement] = []
        for (tool, name, goal) in [(debugTool, "-Onone", 0.8), (releaseTool, "-O", 0.2)] {
            let output = work + "/out500\(name)"
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            let outcomes = try (0..<3).map { _ in
                try Command([tool, "--schema", folder, "--output", output]).check()
            }
            let cpu = outcomes.map(\.cpu).min() ?? .infinity
            let memory = outcomes.map(\.peakMegabytes).max() ?? .infinity
            measurements.append(
                Measurement("build", "generate 500 × 20, tool \(name)", cpu, "s CPU", goal: .atMost(goal)))
            measurements.append(
                Measurement(
                    "build", "generate 500 × 20, tool \(name), memory", memory, "MB", goal: .atMost(100)))
        }
        return measurements
    }

    private func compilation(tool: String) throws -> [Measurement] {
        let modules = work + "/modules"
        try Command(["swift", "build", "--target", "Quire", "--scratch-path", modules], in: package).check()
        let schema = work + "/schema200"
        try write(SchemaFixture.schema(modules: 200), to: schema + "/content.json")
        let generated = work + "/generated200"
        try FileManager.default.createDirectory(atPath: generated, withIntermediateDirectories: true)
        try Command([tool, "--schema", schema, "--output", generated]).check()
        let plain = work + "/plain200"
        for (index, text) in SchemaFixture.plainModels(modules: 200).enumerated() {
            try write(text, to: plain + "/Models\(index).swift")
        }
        func compile(_ folder: String) throws -> Double {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".swift")
            }.sorted()
            let objects = folder + "/objects"
            try FileManager.default.createDirectory(atPath: objects, withIntermediateDirectories: true)
            return try Command(
                [
                    "swiftc", "-Onone", "-g", "-swift-version", "6", "-enable-batch-mode", "-j2",
                    "-module-name", "Models",
                    "-emit-module", "-emit-module-path", objects + "/Models.swiftmodule", "-c",
                    "-parse-as-library",
                    "-I", modules + "/debug/Modules",
                ] + files.map { folder + "/" + $0 }, in: objects
            ).check().cpu
        }
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<3 {
            ours.append(try compile(generated))
            theirs.append(try compile(plain))
        }
        let own = ours.min() ?? .infinity
        let peer = theirs.min() ?? .infinity
        return [
            Measurement(
                "build", "compile 200 × 20, debug, beside plain Codable", own / peer, "×",
                peer: String(format: "ours %.1f s, plain synthesized Codable models %.1f s", own, peer),
                goal: .atMost(0.75))
        ]
    }

    /// A package with 200 modules, built, then edited.
    private func edits() throws -> [Measurement] {
        let consumer = work + "/consumer"
        try write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "consumer",
                dependencies: [.package(name: "quire", path: "\(package)")],
                targets: [
                    .target(
                        name: "Shop", dependencies: [.product(name: "Quire", package: "quire")],
                        plugins: [.plugin(name: "QuirePlugin", package: "quire")])
                ])
            """, to: consumer + "/Package.swift")
        try write("import Quire\n", to: consumer + "/Sources/Shop/Shop.swift")
        let schema = consumer + "/Sources/Shop/content.json"
        try write(SchemaFixture.schema(modules: 200), to: schema)
        let build = Command(["swift", "build"], in: consumer)
        try build.check()
        try build.check()
        let idle = try build.check()
        sleep(2)
        try write(SchemaFixture.schema(modules: 200, renamingFieldOf: 7), to: schema)
        let edit = try build.check()
        let settled = try build.check()
        sleep(2)
        try write(SchemaFixture.schema(modules: 200, renamingFieldOf: 7) + "\n\n", to: schema)
        let blank = try build.check()
        return [
            Measurement(
                "build", "edit one of 200 modules", edit.cpu, "s CPU", peer: "one file: 41 (recorded)",
                goal: .atMost(6)),
            Measurement(
                "build", "no-op build runs the tool", runs(idle) + runs(settled), "times", goal: .atMost(0)),
            Measurement(
                "build", "white-space edit compiles", compiled(blank), "files", goal: .atMost(0)),
        ]
    }

    private func runs(_ outcome: Command.Outcome) -> Double {
        outcome.output.contains("Generating") ? 1 : 0
    }

    private func compiled(_ outcome: Command.Outcome) -> Double {
        Double(
            outcome.output.split(separator: "\n").filter {
                $0.contains("Compiling") && !$0.contains("Compiling plugin")
            }.count)
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
