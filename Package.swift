// swift-tools-version: 6.1
import PackageDescription

// The privacy manifest for Apple platforms. Elsewhere, a resource would only add a bundle.
#if canImport(Darwin)
let privacy = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
let privacy = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

let sqlite = Target.Dependency.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))

let libraries = [
    "Quire", "QuireAlgolia", "QuireCluster", "QuireConformance", "QuireHALO", "QuireHTTP", "QuireIndexing",
    "QuireOpenSearch", "QuirePocketBase", "QuireRemote", "QuireSearch", "QuireServer", "QuireStore",
    "QuireSync", "QuireTesting", "QuireTestingTraits", "QuireTypesense", "QuireViews",
]

// What several targets depend on.
let layers: [Target.Dependency] = ["QuireCore", "QuireEngine", "QuireShared", "QuireText", "QuireToolbox"]
let remote: [Target.Dependency] = layers + ["QuireHTTP", "QuireRemote"]
let cluster: [Target.Dependency] = remote + ["QuireCluster"]
let engines: [Target.Dependency] = ["QuireAlgolia", "QuireOpenSearch", "QuirePocketBase", "QuireTypesense"]
let tools: [Target.Dependency] = ["QuireGenerator", "QuireSchema"]

// What several targets of tests depend on.
let app: [Target.Dependency] = ["Quire", "QuireStore", "SampleModules", "Seeds"]
let doubles: [Target.Dependency] = [
    "LoopbackServer", "QuireHALO", "QuireHTTP", "QuireServer", "QuireSync", "QuireTesting",
    "TransportDoubles",
]
let servers: [Target.Dependency] =
    app + doubles + [
        "DecodingSamples", "QuireCluster", "QuireRemote", "QuireSearch", "SearchServers", sqlite,
    ]

let package = Package(
    name: "quire",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
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
        // The only code that build time and run time share: patterns in linear time, stable hashes, similar names.
        .target(name: "QuireShared"),
        // Build time: schema JSON → Swift.
        .target(name: "QuireSchema", dependencies: ["QuireShared"]),
        .target(name: "QuireGenerator", dependencies: ["QuireSchema", "QuireShared"]),
        .executableTarget(name: "quire-generate", dependencies: tools),
        // Compares two schemas. The build plugin does not need it.
        .target(name: "QuireSchemaDiff", dependencies: tools),
        .executableTarget(name: "quire-compare", dependencies: tools + ["QuireSchemaDiff"]),
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
            dependencies: ["quire-generate", "quire-compare"]),

        // The explorer: a page in the browser for the content, the schema and the queries of any engine.
        .target(
            name: "QuireExplorer",
            dependencies: layers + engines + tools + [
                "QuireHALO", "QuireServer", "QuireStore", "QuireTerminal",
            ],
            resources: [.embedInCode("Page")]),
        // The command line. (Its folder is not called `quire`, which equals `Quire` on case-insensitive file systems.)
        .executableTarget(
            name: "QuireCommand",
            dependencies: cluster + engines + tools + [
                "QuireExplorer", "QuireHALO", "QuireSchemaDiff", "QuireServer", "QuireStore", "QuireTerminal",
            ],
            // A link to Schema/quire.schema.json, which 'quire init' writes.
            resources: [.embedInCode("Init/quire.schema.json")]),
        // Output of the command line and the demo: tables, progress, spelling suggestions.
        .target(
            name: "QuireTerminal", dependencies: ["QuireCore", "QuireShared", "QuireText", "QuireToolbox"]),

        // Run time, one target per layer, so that the compiler enforces their dependencies.
        // Shared by several layers: concurrency, message texts, the protocol for outage errors.
        .target(name: "QuireToolbox"),
        // Text: analysis, matching, highlighting.
        .target(name: "QuireText", dependencies: ["QuireToolbox"]),
        // Fields, filters, queries, models, and decoding them from JSON.
        .target(name: "QuireCore", dependencies: ["QuireShared", "QuireText", "QuireToolbox"]),
        // The engine protocol, the client, and the semantics of filters, searches and writes.
        .target(
            name: "QuireEngine", dependencies: ["QuireCore", "QuireShared", "QuireText", "QuireToolbox"]),
        // The umbrella for generated code and apps: the four above.
        .target(name: "Quire", dependencies: layers),

        // HTTP: transports, deadlines, retries. libcurl is located at run time, so no headers are needed.
        .target(name: "CCurl"),
        .target(
            name: "QuireHTTP",
            dependencies: [
                "QuireToolbox", .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])),
            ],
            exclude: privacy.exclude, resources: privacy.resources),
        // Keeps indexes in sync with content.
        .target(name: "QuireIndexing", dependencies: layers + ["QuireHTTP"]),
        // Stored responses, pending writes, syncing.
        .target(name: "QuireSync", dependencies: layers + ["QuireHTTP"]),
        // Search screens for any engine: sessions, facets, suggestions.
        .target(name: "QuireSearch", dependencies: layers + ["QuireHTTP", "QuireSync"]),
        // Views: observable models of live queries, and property wrappers for SwiftUI.
        .target(name: "QuireViews", dependencies: ["QuireCore", "QuireEngine"]),

        // The embedded engine. Without the trait, it is empty and needs no SQLite headers.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(
            name: "QuireStore", dependencies: layers + ["QuireHTTP", "QuireIndexing", "QuireSync", sqlite]),
        // HALO's content API on top of a local store: `quire serve`, and a server for tests of apps.
        .target(
            name: "QuireServer", dependencies: layers + ["QuireStore"]),

        // The engine for HALO content servers.
        .target(name: "QuireHALO", dependencies: layers + ["QuireHTTP", "QuireSync"]),
        // Shared by the engines that keep content in a server's collections: documents, filters, preparing, loading.
        .target(name: "QuireRemote", dependencies: layers + ["QuireHTTP"]),
        // The nodes of a cluster, with failover.
        .target(name: "QuireCluster", dependencies: ["QuireHTTP", "QuireToolbox"]),
        .target(name: "QuireTypesense", dependencies: cluster),
        .target(name: "QuireOpenSearch", dependencies: cluster),
        .target(name: "QuireAlgolia", dependencies: cluster),
        .target(name: "QuirePocketBase", dependencies: remote + ["QuireSync"]),

        // For tests of apps.
        .target(name: "QuireTesting", dependencies: layers + ["QuireHTTP"]),
        // For tests of apps with Swift Testing. A separate library, because programs that link it need the testing library.
        .target(name: "QuireTestingTraits", dependencies: layers + ["Quire", "QuireHTTP", "QuireTesting"]),
        // For the authors of engines: the suite that holds an engine to the semantics.
        .target(
            name: "QuireConformance", dependencies: layers + ["QuireSearch"]),

        // The demo: a schema in a separate target, and a program that uses it.
        // (The plugin finds the documents by itself. They are excluded, so that packages using this one see no unhandled
        // files.)
        .target(
            name: "BookshopContent", dependencies: ["Quire"], path: "Schema",
            exclude: ["bookshop.json", "quire.schema.json"], plugins: ["QuirePlugin"]),
        .executableTarget(
            name: "Bookshop",
            dependencies: cluster + engines + [
                "BookshopContent", "Quire", "QuireExplorer", "QuireHALO", "QuireSchema", "QuireSearch",
                "QuireStore",
                "QuireSync", "QuireTerminal",
            ],
            // Exploring has a link to the schema, for the explorer's descriptions.
            resources: [.copy("Data"), .embedInCode("Exploring/bookshop.json")]),

        // What tests share.
        // The seed for random tests, and a deterministic random number generator.
        .target(name: "Seeds", path: "Tests/Seeds"),
        // Modules in the form of generated code.
        .target(name: "SampleModules", dependencies: ["Quire"], path: "Tests/SampleModules"),
        // Random documents and their models, also for the fuzzer of the decoder.
        .target(
            name: "DecodingSamples", dependencies: ["QuireRemote", "QuireCore", "Seeds"],
            path: "Tests/DecodingSamples"),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        // The articles of the documentation, for tests of their samples.
        .target(name: "Articles", path: "Tests/Articles"),
        // The shop that the articles query, with generated code.
        .target(
            name: "ShopContent", dependencies: ["Quire"], path: "Tests/ShopContent", exclude: ["shop.json"],
            plugins: ["QuirePlugin"]),
        // A scripted network, a manual clock, and other helpers for transport tests.
        .target(
            name: "TransportDoubles", dependencies: ["Quire", "QuireHTTP", "Seeds"],
            path: "Tests/TransportDoubles"),
        // Real search servers that the tests start and stop.
        .target(name: "SearchServers", dependencies: ["TransportDoubles"], path: "Tests/SearchServers"),
        .executableTarget(
            name: "StoreCrashWriter", dependencies: app + doubles + ["QuirePocketBase"],
            path: "Tests/StoreCrashWriter"),
        .executableTarget(
            name: "HistoryWriter", dependencies: ["Quire", "QuireSearch"], path: "Tests/HistoryWriter"),
        .executableTarget(
            name: "Fuzzing", dependencies: ["DecodingSamples", "QuireCore"], path: "Tests/Fuzzing"),
        .executableTarget(
            name: "Benchmarks", dependencies: servers + engines, path: "Tests/Benchmarks",
            exclude: ["Thresholds.json", "Server"]),

        // Tests.
        .testTarget(name: "HouseRulesTests"),
        .testTarget(name: "PluginTests", dependencies: ["SearchServers"]),
        .testTarget(
            name: "QuireSchemaTests", dependencies: tools + ["QuireShared", "Seeds"], exclude: ["Fixtures"]),
        .testTarget(
            name: "QuireGeneratorTests",
            dependencies: app + tools + ["Articles", "LoopbackServer", "QuireCommand", "quire-generate"],
            exclude: ["Import/Fixtures"]),
        .testTarget(name: "GeneratedCodeTests", dependencies: ["Quire"], exclude: ["reference.json"]),
        .testTarget(
            name: "SchemaDiffTests", dependencies: app + engines + tools + ["Articles", "QuireSchemaDiff"]),
        .testTarget(
            name: "CompileTests",
            dependencies: app + doubles + engines + tools + ["QuireConformance", "QuireSearch"]),
        .testTarget(
            name: "ErrorTests",
            dependencies: app + doubles + engines + [
                "QuireCluster", "QuireRemote", "QuireSearch", "QuireViews",
            ]),
        .testTarget(name: "QuireTests", dependencies: app + doubles + ["DecodingSamples", "QuireRemote"]),
        .testTarget(
            name: "QuireTestingTests", dependencies: app + doubles + ["QuireTestingTraits"],
            exclude: ["Traits/Fixtures"]),
        .testTarget(
            name: "QuireStoreTests", dependencies: app + doubles + ["QuireSearch", "StoreCrashWriter"]),
        .testTarget(name: "IndexingTests", dependencies: app + doubles + ["QuireIndexing"]),
        .testTarget(
            name: "SearchTests",
            dependencies: app + doubles + ["Articles", "HistoryWriter", "QuireConformance", "QuireSearch"]),
        .testTarget(name: "ViewsTests", dependencies: app + doubles + ["QuireViews"]),
        .testTarget(name: "TransportTests", dependencies: app + doubles),
        .testTarget(name: "OutboxTests", dependencies: app + doubles),
        .testTarget(name: "HALOTests", dependencies: app + doubles + ["Articles", "ShopContent"]),
        .testTarget(name: "QuireServerTests", dependencies: app + doubles + ["QuireCommand"]),
        .testTarget(name: "NodesTests", dependencies: servers + ["QuireOpenSearch", "QuireTypesense"]),
        .testTarget(name: "TypesenseTests", dependencies: servers + ["QuireTypesense"]),
        .testTarget(name: "OpenSearchTests", dependencies: servers + ["QuireOpenSearch"]),
        .testTarget(
            name: "PocketBaseTests",
            dependencies: servers + [
                "Articles", "QuireConformance", "QuirePocketBase", "ShopContent", "StoreCrashWriter",
            ]),
        .testTarget(
            name: "AlgoliaTests",
            dependencies: servers + ["QuireAlgolia", "QuireCommand", "QuireConformance"]),
        .testTarget(
            name: "EngineConformanceTests",
            dependencies: servers + engines + ["Articles", "QuireConformance", "ShopContent"],
            exclude: ["Documentation/backend.py", "Oracle/oracle.py"]),
        .testTarget(
            name: "BookshopTests", dependencies: servers + ["Articles", "Bookshop", "QuireViews"]),
        .testTarget(name: "CommandTests", dependencies: servers + tools + ["QuireCommand"]),
        .testTarget(name: "ExplorerTests", dependencies: servers + ["Bookshop", "QuireCommand"]),
    ]
)

// The test command optimizes the libraries that compute, as apps do. Packages that depend on this one cannot use the flag.
if Context.environment["QUIRE_OPTIMIZED"] == "true" {
    let computing: Set = [
        "QuireConformance", "QuireCore", "QuireEngine", "QuireHTTP", "QuireSearch", "QuireShared",
        "QuireStore", "QuireText", "QuireToolbox",
    ]
    for target in package.targets where computing.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"])]
    }
}

// While working on one part: QUIRE_TESTS=QuireStoreTests,SearchTests compiles only these tests, which saves minutes.
if let named = Context.environment["QUIRE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { target in
        let paths = ["Tests/Benchmarks", "Tests/Fuzzing"]
        let isTest = target.type == .test || target.path.map(paths.contains) == true
        return isTest && !named.contains(target.name)
    }
}
