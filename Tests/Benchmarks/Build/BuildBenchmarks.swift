import Foundation

/// The goals' rows under "build": the tool, its output, and the cost of an edit.
///
/// CPU times are ratios to compiling 200 plain `Codable` models in the same run, so that they hold on any machine.
struct BuildBenchmarks {
    /// The root of this package.
    let package: String
    private let work: String

    /// The map of the C module that Quire's transport imports.
    static let curlModule = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/CCurl/include/module.modulemap").path

    init(package: String) throws {
        self.package = package
        work = NSTemporaryDirectory() + "quire-build-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    }

    func run() throws -> [Measurement] {
        defer { try? FileManager.default.removeItem(atPath: work) }
        var measurements: [Measurement] = []
        let plain = try plainModels()
        let debug = work + "/tool-debug"
        let cold = try Command(
            ["swift", "build", "--product", "quire-generate", "--scratch-path", debug], in: package
        ).check()
        measurements.append(
            plain.measurement(
                "tool, cold debug build", cold.cpu, goal: 0.6,
                peer: "swift-openapi-generator's tool: 72 s (recorded)"))
        let release = work + "/tool-release"
        try Command(
            ["swift", "build", "-c", "release", "--product", "quire-generate", "--scratch-path", release],
            in: package
        ).check()
        measurements += try generation(
            debugTool: debug + "/debug/quire-generate", releaseTool: release + "/release/quire-generate",
            plain)
        measurements.append(try compilation(tool: debug + "/debug/quire-generate", plain))
        measurements += try TypeCheckBenchmarks(
            modules: work + "/modules/debug/Modules", tool: debug + "/debug/quire-generate", work: work
        ).run()
        measurements += try edits(plain)
        return measurements
    }

    private func generation(
        debugTool: String, releaseTool: String, _ plain: PlainModels
    ) throws -> [Measurement] {
        let folder = work + "/schema500"
        try write(SchemaFixture.schema(modules: 500), to: folder + "/content.json")
        var measurements: [Measurement] = []
        for (tool, name, goal) in [(debugTool, "-Onone", 0.02), (releaseTool, "-O", 0.005)] {
            let output = work + "/out500\(name)"
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            let outcomes = try (0..<3).map { _ in
                try Command([tool, "--schema", folder, "--output", output]).check()
            }
            let cpu = outcomes.map(\.cpu).min() ?? .infinity
            let memory = outcomes.map(\.peakMegabytes).max() ?? .infinity
            measurements.append(
                plain.measurement("generate 500 × 20, tool \(name)", cpu, goal: goal))
            measurements.append(
                Measurement(
                    "build", "generate 500 × 20, tool \(name), memory", memory, "MB", goal: .atMost(50)))
        }
        return measurements
    }

    // MARK: - Compiling

    /// The calibration: the CPU seconds that 200 plain `Codable` models take to compile.
    private struct PlainModels {
        var cpu: Double

        func measurement(_ name: String, _ cpu: Double, goal: Double, peer: String? = nil) -> Measurement {
            let seconds = String(format: "%.2f s CPU; 200 plain Codable models %.1f", cpu, self.cpu)
            return Measurement(
                "build", name, cpu / self.cpu, "× compiling 200 plain models",
                peer: peer.map { "\(seconds); \($0)" } ?? seconds, goal: .atMost(goal))
        }
    }

    private func plainModels() throws -> PlainModels {
        let folder = work + "/plain200"
        for (index, text) in SchemaFixture.plainModels(modules: 200).enumerated() {
            try write(text, to: folder + "/Models\(index).swift")
        }
        return PlainModels(cpu: try leastCost(ofCompiling: folder))
    }

    private func compilation(tool: String, _ plain: PlainModels) throws -> Measurement {
        let modules = work + "/modules"
        try Command(["swift", "build", "--target", "Quire", "--scratch-path", modules], in: package).check()
        let schema = work + "/schema200"
        try write(SchemaFixture.schema(modules: 200), to: schema + "/content.json")
        let generated = work + "/generated200"
        try FileManager.default.createDirectory(atPath: generated, withIntermediateDirectories: true)
        try Command([tool, "--schema", schema, "--output", generated]).check()
        return plain.measurement(
            "compile 200 × 20, debug", try leastCost(ofCompiling: generated, modules: modules), goal: 0.6)
    }

    /// The CPU seconds that the files of a folder take to compile, the smallest of three.
    private func leastCost(ofCompiling folder: String, modules: String? = nil) throws -> Double {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".swift")
        }.sorted()
        let objects = folder + "/objects"
        try FileManager.default.createDirectory(atPath: objects, withIntermediateDirectories: true)
        let command = Command(
            [
                "swiftc", "-Onone", "-g", "-swift-version", "6", "-enable-batch-mode", "-j2",
                "-module-name", "Models",
                "-emit-module", "-emit-module-path", objects + "/Models.swiftmodule", "-c",
                "-parse-as-library",
            ]
                + (modules.map {
                    ["-I", $0 + "/debug/Modules", "-Xcc", "-fmodule-map-file=\(Self.curlModule)"]
                } ?? []) + files.map { folder + "/" + $0 },
            in: objects)
        return try (0..<3).map { _ in try command.check().cpu }.min() ?? .infinity
    }

    /// A package with 200 modules, built, then edited.
    private func edits(_ plain: PlainModels) throws -> [Measurement] {
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
            plain.measurement(
                "edit one of 200 modules", edit.cpu, goal: 0.3, peer: "all in one file: 41 s (recorded)"),
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
