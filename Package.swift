// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "quire",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Quire", targets: ["Quire"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "The embedded store. Needs the SQLite headers at build time."),
        .default(enabledTraits: ["SQLite"]),
    ],
    targets: [
        // Build time: schema JSON → Swift. Shares no code with the run time.
        .target(name: "QuireSchema"),

        // Run time: what generated code and apps import.
        .target(name: "Quire"),

        // Tests.
        .testTarget(name: "QuireSchemaTests", dependencies: ["QuireSchema"]),
        .testTarget(name: "QuireTests", dependencies: ["Quire"]),
        .executableTarget(name: "Benchmarks", dependencies: ["Quire"], path: "Tests/Benchmarks", exclude: ["Thresholds.json"]),
    ]
)
