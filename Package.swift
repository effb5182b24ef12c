// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "quire",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Quire", targets: ["Quire"]),
        .library(name: "QuireStore", targets: ["QuireStore"]),
        .library(name: "QuireSearch", targets: ["QuireSearch"]),
        .library(name: "QuireCurl", targets: ["QuireCurl"]),
        .library(name: "QuireServer", targets: ["QuireServer"]),
        .library(name: "QuireTypesense", targets: ["QuireTypesense"]),
        .library(name: "QuireOpenSearch", targets: ["QuireOpenSearch"]),
        .library(name: "QuireAlgolia", targets: ["QuireAlgolia"]),
        .library(name: "QuireTesting", targets: ["QuireTesting"]),
        .executable(name: "quire", targets: ["QuireCommand"]),
        .executable(name: "bookshop", targets: ["Bookshop"]),
        .plugin(name: "QuirePlugin", targets: ["QuirePlugin"]),
        .plugin(name: "GenerateContent", targets: ["GenerateContent"]),
        .plugin(name: "CheckContent", targets: ["CheckContent"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "The embedded store. Needs the SQLite headers at build time."),
        .default(enabledTraits: ["SQLite"]),
    ],
    targets: [
        // Build time: schema JSON → Swift. Shares no code with the run time.
        .target(name: "QuireSchema"),
        .target(name: "QuireGenerator", dependencies: ["QuireSchema"]),
        .executableTarget(name: "quire-generate", dependencies: ["QuireGenerator", "QuireSchema"]),
        .plugin(name: "QuirePlugin", capability: .buildTool(), dependencies: ["quire-generate"]),
        .plugin(
            name: "GenerateContent",
            capability: .command(
                intent: .custom(
                    verb: "generate-content",
                    description: "Write the code of a schema into the package, to check in"),
                permissions: [.writeToPackageDirectory(reason: "Writes generated Swift files")]),
            dependencies: ["quire-generate"]),
        .plugin(
            name: "CheckContent",
            capability: .command(
                intent: .custom(
                    verb: "check-content",
                    description: "Fail where a schema has mistakes or checked-in code is out of date")),
            dependencies: ["quire-generate"]),

        // The command line. (Its folder is not called `quire`: some file systems take that for `Quire`.)
        .executableTarget(
            name: "QuireCommand",
            dependencies: [
                "QuireGenerator", "QuireSchema", "Quire", "QuireStore", "QuireServer", "QuireTypesense",
                "QuireOpenSearch", "QuireTerminal",
            ]),

        // Run time: what generated code and apps import.
        .target(name: "Quire"),

        // The embedded engine; without the trait it is empty and needs no SQLite headers.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(
            name: "QuireStore",
            dependencies: ["Quire", .target(name: "CSQLite", condition: .when(traits: ["SQLite"]))]),

        // Search screens: sessions, facets, suggestions; on any engine.
        .target(name: "QuireSearch", dependencies: ["Quire"]),

        // A transport over libcurl itself, found at run time: no headers are needed to build it.
        .target(name: "CCurl"),
        .target(name: "QuireCurl", dependencies: ["Quire", "CCurl"]),

        // HALO's content API over a store, on this machine: `quire serve`, and a server for the tests of apps.
        .target(name: "QuireServer", dependencies: ["Quire", "QuireStore"]),

        // Search clusters, and a search service, over HTTP.
        .target(name: "QuireTypesense", dependencies: ["Quire"]),
        .target(name: "QuireOpenSearch", dependencies: ["Quire"]),
        .target(name: "QuireAlgolia", dependencies: ["Quire"]),

        // What the command line and the demo print: tables, progress, near spellings.
        .target(name: "QuireTerminal", dependencies: ["Quire"]),

        // For the tests of apps.
        .target(name: "QuireTesting", dependencies: ["Quire"]),

        // The demo: a schema that is a target of its own, and a program over it.
        // (The plugin finds the documents by itself; excluded they are no unhandled files of packages that use this one.)
        .target(
            name: "BookshopContent", dependencies: ["Quire"], path: "Schema",
            exclude: ["bookshop.json", "quire.schema.json"], plugins: ["QuirePlugin"]),
        .executableTarget(
            name: "Bookshop",
            dependencies: [
                "BookshopContent", "Quire", "QuireStore", "QuireTypesense", "QuireOpenSearch",
                "QuireSearch", "QuireTerminal",
            ],
            resources: [.copy("Data")]),

        // Tests.
        .testTarget(
            name: "BookshopTests",
            dependencies: [
                "Articles", "Bookshop", "BookshopContent", "Quire", "QuireSearch", "QuireStore",
                "QuireServer", "QuireTerminal", "QuireTypesense", "LoopbackServer", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "EngineConformanceTests",
            dependencies: [
                "Articles", "QuireAlgolia",
                "Quire", "QuireStore", "QuireServer", "QuireTypesense", "QuireOpenSearch", "QuireTesting",
                "QuireSearch", "DraftSamples", "SampleModules", "SearchServers", "Seeds",
            ],
            exclude: ["Oracle/oracle.py"]),
        .testTarget(
            name: "ErrorTests",
            dependencies: [
                "Quire", "QuireAlgolia", "QuireCurl", "QuireOpenSearch", "QuireSearch", "QuireServer",
                "QuireStore",
                "QuireTesting", "QuireTypesense", "SampleModules",
            ]),
        .testTarget(name: "HouseRulesTests"),
        .testTarget(
            name: "IndexingTests",
            dependencies: ["Quire", "QuireStore", "QuireTesting", "SampleModules", "TransportDoubles"]),
        .testTarget(name: "GeneratedCodeTests", dependencies: ["Quire"], exclude: ["reference.json"]),
        .testTarget(
            name: "QuireGeneratorTests",
            dependencies: [
                "Articles", "QuireGenerator", "QuireSchema", "Quire", "QuireStore", "quire-generate",
                "QuireCommand",
                "LoopbackServer",
            ],
            exclude: ["Import/Fixtures"]),
        .testTarget(name: "PluginTests"),
        .testTarget(name: "QuireSchemaTests", dependencies: ["QuireSchema", "Seeds"], exclude: ["Fixtures"]),
        // The seed of what tests draw, and a generator of the same numbers for the same seed.
        .target(name: "Seeds", path: "Tests/Seeds"),
        // Modules in the shape of generated code, for the tests of what asks about them.
        .target(name: "SampleModules", dependencies: ["Quire"], path: "Tests/SampleModules"),
        // Goods with every sort of facet, random drafts over them, and what these mean in plain Swift.
        .target(
            name: "DraftSamples", dependencies: ["Quire", "QuireSearch", "Seeds"], path: "Tests/DraftSamples"),
        // Random documents and the models that read them, for the tests and the fuzzer of the decoder.
        .target(name: "DecodingSamples", dependencies: ["Quire", "Seeds"], path: "Tests/DecodingSamples"),
        .executableTarget(
            name: "Fuzzing", dependencies: ["Quire", "DecodingSamples"], path: "Tests/Fuzzing"),
        .testTarget(
            name: "QuireTests", dependencies: ["Quire", "QuireTesting", "SampleModules", "DecodingSamples"]),
        .testTarget(name: "QuireTestingTests", dependencies: ["Quire", "QuireTesting", "SampleModules"]),
        .testTarget(
            name: "CompileTests",
            dependencies: [
                "Quire", "QuireSearch", "QuireStore", "QuireServer", "QuireTesting", "QuireTypesense",
                "QuireOpenSearch", "QuireAlgolia", "QuireGenerator", "QuireSchema", "SampleModules",
            ]),
        .testTarget(
            name: "QuireStoreTests",
            dependencies: ["QuireStore", "Quire", "StoreCrashWriter", "TransportDoubles"]),
        .executableTarget(
            name: "StoreCrashWriter", dependencies: ["QuireStore", "Quire", "TransportDoubles"],
            path: "Tests/StoreCrashWriter"),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        // The articles of the documentation, for the tests that hold them to what they show.
        .target(name: "Articles", path: "Tests/Articles"),
        // Scripts in the place of a network, a clock that tests move, and what else tests of transports share.
        .target(name: "TransportDoubles", dependencies: ["Quire", "Seeds"], path: "Tests/TransportDoubles"),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Quire", "QuireCurl", "LoopbackServer", "SampleModules", "TransportDoubles"]),
        .testTarget(
            name: "HALOTests",
            dependencies: [
                "Articles",
                "Quire", "QuireStore", "QuireServer", "QuireTesting", "LoopbackServer", "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "QuireServerTests",
            dependencies: [
                "QuireServer", "Quire", "QuireCurl", "QuireStore", "QuireTesting", "SampleModules",
                "QuireCommand",
                "TransportDoubles",
            ]),
        // Real search servers, started and stopped by the tests.
        .target(name: "SearchServers", dependencies: ["TransportDoubles"], path: "Tests/SearchServers"),
        .testTarget(
            name: "NodesTests",
            dependencies: [
                "Quire", "QuireTypesense", "QuireOpenSearch", "LoopbackServer", "SearchServers",
                "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "TypesenseTests",
            dependencies: [
                "Quire", "QuireSearch", "QuireTypesense", "SearchServers", "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "OpenSearchTests",
            dependencies: [
                "Quire", "QuireOpenSearch", "QuireTesting", "SearchServers", "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "AlgoliaTests",
            dependencies: [
                "DraftSamples", "Quire", "QuireAlgolia", "QuireSearch", "LoopbackServer", "SampleModules",
                "TransportDoubles",
            ]),
        .executableTarget(
            name: "HistoryWriter", dependencies: ["Quire", "QuireSearch"], path: "Tests/HistoryWriter"),
        .testTarget(
            name: "SearchTests",
            dependencies: [
                "Articles", "DraftSamples", "HistoryWriter", "Quire", "QuireSearch", "QuireStore",
                "QuireTesting",
                "SampleModules", "TransportDoubles",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Quire", "QuireSchema", "QuireStore", "QuireServer", "QuireTypesense", "QuireOpenSearch",
                "QuireCommand",
                "QuireTerminal", "LoopbackServer", "SearchServers", "TransportDoubles",
            ]),
        .testTarget(
            name: "OutboxTests",
            dependencies: [
                "Quire", "QuireServer", "QuireStore", "QuireTesting", "SampleModules", "TransportDoubles",
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Quire", "QuireCurl", "QuireStore", "QuireTypesense", "QuireOpenSearch", "QuireAlgolia",
                "QuireSearch",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])), "LoopbackServer",
            ],
            path: "Tests/Benchmarks",
            exclude: ["Thresholds.json", "Server"]),
    ]
)
