// swift-tools-version: 6.1
import PackageDescription

// What a library declares to Apple. Where nothing of Apple's is built, a resource would only cost a bundle.
#if canImport(Darwin)
let privacy = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
let privacy = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

let package = Package(
    name: "quire",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(
            name: "Quire",
            targets: [
                "Quire", "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing", "QuireSync",
                "QuireText", "QuireToolbox",
            ]),
        .library(name: "QuireStore", targets: ["QuireStore"]),
        .library(name: "QuireSearch", targets: ["QuireSearch"]),
        .library(name: "QuireCurl", targets: ["QuireCurl"]),
        .library(name: "QuireServer", targets: ["QuireServer"]),
        .library(name: "QuireCluster", targets: ["QuireCluster"]),
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
                "QuireCluster", "QuireCore", "QuireEngine", "QuireGenerator", "QuireHALO", "QuireHTTP",
                "QuireOpenSearch", "QuireSchema", "QuireServer", "QuireStore", "QuireTerminal", "QuireText",
                "QuireToolbox", "QuireTypesense",
            ]),

        // Run time, one layer above the other: a target each, so that the compiler holds what may know what.
        // What several layers need: concurrency, the text of messages, the protocol of errors that are outages.
        .target(name: "QuireToolbox"),
        // Text: analysis, matching, highlighting.
        .target(name: "QuireText", dependencies: ["QuireToolbox"]),
        // HTTP: transports, deadlines, retries.
        .target(name: "QuireHTTP", dependencies: ["QuireToolbox"]),
        // Fields, filters, queries, models, and how they are read from JSON.
        .target(name: "QuireCore", dependencies: ["QuireText", "QuireToolbox"]),
        // What an engine is, the client over it, and what filters, searches and writes mean.
        .target(name: "QuireEngine", dependencies: ["QuireCore", "QuireText", "QuireToolbox"]),
        // Keeps indexes in step with content.
        .target(
            name: "QuireIndexing",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // Offline answers, pending writes, syncing.
        .target(
            name: "QuireSync",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // The engine for HALO content servers.
        .target(
            name: "QuireHALO",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireHTTP", "QuireSync", "QuireText", "QuireToolbox",
            ],
            exclude: privacy.exclude, resources: privacy.resources),
        // What engines for search clusters share: nodes, failover, collections.
        .target(
            name: "QuireCluster",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // What generated code and apps import: all of these but the last.
        .target(
            name: "Quire",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing", "QuireSync",
                "QuireText", "QuireToolbox",
            ]),

        // The embedded engine; without the trait it is empty and needs no SQLite headers.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(
            name: "QuireStore",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireIndexing", "QuireSync", "QuireText", "QuireToolbox",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
            ]),

        // Search screens: sessions, facets, suggestions; on any engine.
        .target(
            name: "QuireSearch",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireSync", "QuireText", "QuireToolbox"]),

        // A transport over libcurl itself, found at run time: no headers are needed to build it.
        .target(name: "CCurl"),
        .target(name: "QuireCurl", dependencies: ["CCurl", "QuireHTTP"]),

        // HALO's content API over a store, on this machine: `quire serve`, and a server for the tests of apps.
        .target(
            name: "QuireServer", dependencies: ["QuireCore", "QuireEngine", "QuireStore", "QuireToolbox"]),

        // Search clusters, and a search service, over HTTP.
        .target(
            name: "QuireTypesense",
            dependencies: [
                "QuireCluster", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox",
            ]),
        .target(
            name: "QuireOpenSearch",
            dependencies: [
                "QuireCluster", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox",
            ]),
        .target(
            name: "QuireAlgolia",
            dependencies: [
                "QuireCluster", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox",
            ]),

        // What the command line and the demo print: tables, progress, near spellings.
        .target(name: "QuireTerminal", dependencies: ["QuireCore", "QuireText", "QuireToolbox"]),

        // For the tests of apps.
        .target(
            name: "QuireTesting",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),

        // The demo: a schema that is a target of its own, and a program over it.
        // (The plugin finds the documents by itself; excluded they are no unhandled files of packages that use this one.)
        .target(
            name: "BookshopContent", dependencies: ["Quire"], path: "Schema",
            exclude: ["bookshop.json", "quire.schema.json"], plugins: ["QuirePlugin"]),
        .executableTarget(
            name: "Bookshop",
            dependencies: [
                "BookshopContent", "Quire", "QuireCluster", "QuireOpenSearch", "QuireSearch", "QuireStore",
                "QuireTerminal", "QuireTypesense",
            ],
            resources: [.copy("Data")]),

        // Tests.
        .testTarget(
            name: "BookshopTests",
            dependencies: [
                "Articles", "Bookshop", "BookshopContent", "LoopbackServer", "Quire", "QuireSearch",
                "QuireServer", "QuireStore", "QuireTerminal", "QuireTypesense", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "EngineConformanceTests",
            dependencies: [
                "Articles", "DraftSamples", "Quire", "QuireAlgolia", "QuireCluster", "QuireOpenSearch",
                "QuireSearch", "QuireServer", "QuireStore", "QuireTesting", "QuireTypesense", "SampleModules",
                "SearchServers", "Seeds",
            ],
            exclude: ["Oracle/oracle.py"]),
        .testTarget(
            name: "ErrorTests",
            dependencies: [
                "Quire", "QuireAlgolia", "QuireCluster", "QuireCore", "QuireCurl", "QuireEngine", "QuireHALO",
                "QuireHTTP", "QuireOpenSearch", "QuireSearch", "QuireServer", "QuireStore", "QuireSync",
                "QuireTesting", "QuireTypesense", "SampleModules",
            ]),
        .testTarget(name: "HouseRulesTests"),
        .testTarget(
            name: "IndexingTests",
            dependencies: [
                "Quire", "QuireIndexing", "QuireStore", "QuireTesting", "SampleModules", "TransportDoubles",
            ]),
        .testTarget(name: "GeneratedCodeTests", dependencies: ["Quire"], exclude: ["reference.json"]),
        .testTarget(
            name: "QuireGeneratorTests",
            dependencies: [
                "Articles", "LoopbackServer", "Quire", "QuireCommand", "QuireGenerator", "QuireSchema",
                "QuireStore", "quire-generate",
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
        .target(
            name: "DecodingSamples", dependencies: ["QuireCore", "Seeds"], path: "Tests/DecodingSamples"),
        .executableTarget(
            name: "Fuzzing", dependencies: ["DecodingSamples", "QuireCore"], path: "Tests/Fuzzing"),
        .testTarget(
            name: "QuireTests",
            dependencies: [
                "DecodingSamples", "Quire", "QuireCluster", "QuireTesting", "QuireText", "SampleModules",
            ]),
        .testTarget(name: "QuireTestingTests", dependencies: ["Quire", "QuireTesting", "SampleModules"]),
        .testTarget(
            name: "CompileTests",
            dependencies: [
                "Quire", "QuireAlgolia", "QuireGenerator", "QuireOpenSearch", "QuireSchema", "QuireSearch",
                "QuireServer", "QuireStore", "QuireTesting", "QuireTypesense", "SampleModules",
            ]),
        .testTarget(
            name: "QuireStoreTests",
            dependencies: ["Quire", "QuireStore", "QuireSync", "StoreCrashWriter", "TransportDoubles"]),
        .executableTarget(
            name: "StoreCrashWriter", dependencies: ["Quire", "QuireStore", "TransportDoubles"],
            path: "Tests/StoreCrashWriter"),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        // The articles of the documentation, for the tests that hold them to what they show.
        .target(name: "Articles", path: "Tests/Articles"),
        // Scripts in the place of a network, a clock that tests move, and what else tests of transports share.
        .target(name: "TransportDoubles", dependencies: ["Quire", "Seeds"], path: "Tests/TransportDoubles"),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "LoopbackServer", "Quire", "QuireCurl", "QuireHALO", "QuireHTTP", "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "HALOTests",
            dependencies: [
                "Articles", "LoopbackServer", "Quire", "QuireCore", "QuireEngine", "QuireHALO", "QuireServer",
                "QuireStore", "QuireSync", "QuireTesting", "QuireToolbox", "SampleModules",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "QuireServerTests",
            dependencies: [
                "Quire", "QuireCommand", "QuireCurl", "QuireServer", "QuireStore", "QuireTesting",
                "SampleModules", "TransportDoubles",
            ]),
        // Real search servers, started and stopped by the tests.
        .target(name: "SearchServers", dependencies: ["TransportDoubles"], path: "Tests/SearchServers"),
        .testTarget(
            name: "NodesTests",
            dependencies: [
                "LoopbackServer", "Quire", "QuireCluster", "QuireOpenSearch", "QuireTypesense",
                "SampleModules", "SearchServers", "TransportDoubles",
            ]),
        .testTarget(
            name: "TypesenseTests",
            dependencies: [
                "Quire", "QuireCluster", "QuireSearch", "QuireTypesense", "SampleModules", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "OpenSearchTests",
            dependencies: [
                "Quire", "QuireCluster", "QuireOpenSearch", "QuireTesting", "SampleModules", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "AlgoliaTests",
            dependencies: [
                "DraftSamples", "LoopbackServer", "Quire", "QuireAlgolia", "QuireCluster", "QuireSearch",
                "SampleModules", "TransportDoubles",
            ]),
        .executableTarget(
            name: "HistoryWriter", dependencies: ["Quire", "QuireSearch"], path: "Tests/HistoryWriter"),
        .testTarget(
            name: "SearchTests",
            dependencies: [
                "Articles", "DraftSamples", "HistoryWriter", "Quire", "QuireSearch", "QuireStore",
                "QuireTesting", "SampleModules", "TransportDoubles",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "LoopbackServer", "Quire", "QuireCluster", "QuireCommand", "QuireOpenSearch", "QuireSchema",
                "QuireServer", "QuireStore", "QuireTerminal", "QuireTypesense", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "OutboxTests",
            dependencies: [
                "Quire", "QuireEngine", "QuireHALO", "QuireServer", "QuireStore", "QuireSync", "QuireTesting",
                "SampleModules", "TransportDoubles",
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "LoopbackServer", "Quire", "QuireAlgolia", "QuireCluster", "QuireCurl", "QuireOpenSearch",
                "QuireSearch", "QuireStore", "QuireTypesense",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
            ],
            path: "Tests/Benchmarks",
            exclude: ["Thresholds.json", "Server"]),
    ]
)
