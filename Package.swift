// swift-tools-version: 6.1
import PackageDescription

// The privacy manifest for Apple platforms. Elsewhere, a resource would only add a bundle.
#if canImport(Darwin)
let privacy = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
let privacy = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

// The page of the explorer, compiled into the program.
let explorerPage = [
    "api.js", "app.js", "builder.js", "code.js", "compare.js", "content.js", "diagram.js", "editing.js",
    "element.js", "export.js", "facets.js", "icon.svg", "index.html", "inputs.js", "item.js", "live.js",
    "map.js", "notices.js", "operations.js", "query.js", "saved.js", "schema-view.js", "schema.js",
    "shortcuts.js", "state.js", "style.css", "table.js", "tabs.js", "value.js",
].map { Resource.embedInCode("Page/\($0)") }

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
        .library(name: "QuireViews", targets: ["QuireViews"]),
        .library(name: "QuireServer", targets: ["QuireServer"]),
        .library(name: "QuireRemote", targets: ["QuireRemote"]),
        .library(name: "QuireCluster", targets: ["QuireCluster"]),
        .library(name: "QuireTypesense", targets: ["QuireTypesense"]),
        .library(name: "QuireOpenSearch", targets: ["QuireOpenSearch"]),
        .library(name: "QuireAlgolia", targets: ["QuireAlgolia"]),
        .library(name: "QuirePocketBase", targets: ["QuirePocketBase"]),
        .library(name: "QuireTesting", targets: ["QuireTesting"]),
        .library(name: "QuireTestingTraits", targets: ["QuireTestingTraits"]),
        .library(name: "QuireConformance", targets: ["QuireConformance"]),
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
        // Regular expressions in linear time. The only code that build time and run time share, so that a schema and the
        // engines agree on patterns.
        .target(name: "QuirePattern"),
        // Build time: schema JSON → Swift. Shares no other code with the run-time libraries.
        .target(name: "QuireSchema", dependencies: ["QuirePattern"]),
        .target(name: "QuireGenerator", dependencies: ["QuireSchema"]),
        .executableTarget(name: "quire-generate", dependencies: ["QuireGenerator", "QuireSchema"]),
        // Compares two schemas. The build plugin does not need it.
        .target(name: "QuireSchemaDiff", dependencies: ["QuireGenerator", "QuireSchema"]),
        .executableTarget(
            name: "quire-compare", dependencies: ["QuireGenerator", "QuireSchema", "QuireSchemaDiff"]),
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
            dependencies: [
                "QuireAlgolia", "QuireCore", "QuireEngine", "QuireGenerator", "QuireHALO", "QuireOpenSearch",
                "QuirePocketBase", "QuireSchema", "QuireServer", "QuireStore", "QuireTerminal", "QuireText",
                "QuireToolbox", "QuireTypesense",
            ],
            resources: explorerPage),

        // The command line. (Its folder is not called `quire`, which equals `Quire` on case-insensitive file systems.)
        .executableTarget(
            name: "QuireCommand",
            dependencies: [
                "QuireAlgolia", "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine", "QuireExplorer",
                "QuireGenerator",
                "QuireHALO", "QuireHTTP", "QuireOpenSearch", "QuirePattern", "QuirePocketBase", "QuireSchema",
                "QuireSchemaDiff", "QuireServer", "QuireStore", "QuireTerminal", "QuireText", "QuireToolbox",
                "QuireTypesense",
            ],
            // A link to Schema/quire.schema.json, which 'quire init' writes.
            resources: [.embedInCode("Init/quire.schema.json")]),

        // Run time, one target per layer, so that the compiler enforces their dependencies.
        // Shared by several layers: concurrency, message texts, the protocol for outage errors.
        .target(name: "QuireToolbox"),
        // Text: analysis, matching, highlighting.
        .target(name: "QuireText", dependencies: ["QuireToolbox"]),
        // HTTP: transports, deadlines, retries. libcurl is located at run time, so no headers are needed.
        .target(name: "CCurl"),
        .target(
            name: "QuireHTTP",
            dependencies: [
                "QuireToolbox", .target(name: "CCurl", condition: .when(platforms: [.linux, .macOS])),
            ],
            exclude: privacy.exclude,
            resources: privacy.resources),
        // Fields, filters, queries, models, and decoding them from JSON.
        .target(name: "QuireCore", dependencies: ["QuirePattern", "QuireText", "QuireToolbox"]),
        // The engine protocol, the client, and the semantics of filters, searches and writes.
        .target(name: "QuireEngine", dependencies: ["QuireCore", "QuireText", "QuireToolbox"]),
        // Keeps indexes in sync with content.
        .target(
            name: "QuireIndexing",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // Stored responses, pending writes, syncing.
        .target(
            name: "QuireSync",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // The engine for HALO content servers.
        .target(
            name: "QuireHALO",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireHTTP", "QuireSync", "QuireText", "QuireToolbox",
            ]),
        // Shared by the engines that keep content in a server's collections: documents, filters, preparing, loading.
        .target(
            name: "QuireRemote",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),
        // The nodes of a cluster, with failover.
        .target(name: "QuireCluster", dependencies: ["QuireHTTP", "QuireToolbox"]),
        // The umbrella for generated code and apps: all of the above except `QuireRemote` and `QuireCluster`.
        .target(
            name: "Quire",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing", "QuireSync",
                "QuireText", "QuireToolbox",
            ]),

        // The embedded engine. Without the trait, it is empty and needs no SQLite headers.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(
            name: "QuireStore",
            dependencies: [
                "QuireCore", "QuireEngine", "QuireIndexing", "QuireSync", "QuireText", "QuireToolbox",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
            ]),

        // Search screens for any engine: sessions, facets, suggestions.
        .target(
            name: "QuireSearch",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireSync", "QuireText", "QuireToolbox"]),

        // Views: observable models of live queries, and property wrappers for SwiftUI.
        .target(name: "QuireViews", dependencies: ["QuireCore", "QuireEngine"]),

        // HALO's content API on top of a local store: `quire serve`, and a server for tests of apps.
        .target(
            name: "QuireServer", dependencies: ["QuireCore", "QuireEngine", "QuireStore", "QuireToolbox"]),

        // Search clusters, and a search service, over HTTP.
        .target(
            name: "QuireTypesense",
            dependencies: [
                "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText",
                "QuireToolbox",
            ]),
        .target(
            name: "QuireOpenSearch",
            dependencies: [
                "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText",
                "QuireToolbox",
            ]),
        .target(
            name: "QuireAlgolia",
            dependencies: [
                "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine", "QuireHTTP", "QuireText",
                "QuireToolbox",
            ]),

        // The engine for PocketBase servers.
        .target(
            name: "QuirePocketBase",
            dependencies: [
                "QuireRemote", "QuireCore", "QuireEngine", "QuireHTTP", "QuireSync", "QuireText",
                "QuireToolbox",
            ]),

        // Output of the command line and the demo: tables, progress, spelling suggestions.
        .target(name: "QuireTerminal", dependencies: ["QuireCore", "QuireText", "QuireToolbox"]),

        // For tests of apps.
        .target(
            name: "QuireTesting",
            dependencies: ["QuireCore", "QuireEngine", "QuireHTTP", "QuireText", "QuireToolbox"]),

        // For tests of apps with Swift Testing. A separate library, because programs that link it need the testing library.
        .target(
            name: "QuireTestingTraits",
            dependencies: [
                "Quire", "QuireCore", "QuireEngine", "QuireHTTP", "QuireTesting", "QuireToolbox",
            ]),

        // For the authors of engines: the suite that holds an engine to the semantics.
        .target(
            name: "QuireConformance", dependencies: ["QuireCore", "QuireEngine", "QuireSearch", "QuireText"]),

        // The demo: a schema in a separate target, and a program that uses it.
        // (The plugin finds the documents by itself. They are excluded, so that packages using this one see no unhandled
        // files.)
        .target(
            name: "BookshopContent", dependencies: ["Quire"], path: "Schema",
            exclude: ["bookshop.json", "quire.schema.json"], plugins: ["QuirePlugin"]),
        .executableTarget(
            name: "Bookshop",
            dependencies: [
                "BookshopContent", "Quire", "QuireCluster", "QuireRemote", "QuireExplorer", "QuireOpenSearch",
                "QuirePocketBase",
                "QuireSchema", "QuireSearch", "QuireStore", "QuireTerminal", "QuireTypesense",
            ],
            // Exploring has a link to the schema, for the explorer's descriptions.
            resources: [.copy("Data"), .embedInCode("Exploring/bookshop.json")]),

        // Tests.
        .testTarget(
            name: "BookshopTests",
            dependencies: [
                "Articles", "Bookshop", "BookshopContent", "LoopbackServer", "Quire", "QuireSearch",
                "QuireServer", "QuireStore", "QuireTerminal", "QuireTypesense", "QuireViews", "SearchServers",
                "TransportDoubles",
            ]),
        .testTarget(
            name: "EngineConformanceTests",
            dependencies: [
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
                "Articles", "Quire", "QuireAlgolia", "QuireCluster", "QuireRemote", "QuireConformance",
                "QuireCore", "QuireEngine",
                "QuireHTTP",
                "QuireOpenSearch", "QuirePocketBase", "QuireSearch", "QuireServer", "QuireStore",
                "QuireTesting",
                "QuireTypesense", "SampleModules", "SearchServers", "Seeds",
                "TransportDoubles",
            ],
            exclude: ["Documentation/backend.py", "Oracle/oracle.py"]),
        .testTarget(
            name: "ErrorTests",
            dependencies: [
                "Quire", "QuireAlgolia", "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine",
                "QuireHALO",
                "QuireHTTP", "QuireOpenSearch", "QuirePocketBase", "QuireSearch", "QuireServer", "QuireStore",
                "QuireSync", "QuireTesting", "QuireTypesense", "QuireViews", "SampleModules",
            ]),
        .testTarget(
            name: "ExplorerTests",
            dependencies: [
                "Bookshop", "BookshopContent", "QuireRemote", "QuireCommand", "QuireCore", "QuireEngine",
                "QuireExplorer", "QuireSchema", "QuireServer", "QuireStore", "QuireTypesense",
                "SearchServers", "Seeds", "TransportDoubles",
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
        .testTarget(name: "PluginTests", dependencies: ["SearchServers"]),
        .testTarget(
            name: "QuireSchemaTests", dependencies: ["QuirePattern", "QuireSchema", "Seeds"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "SchemaDiffTests",
            dependencies: [
                "Articles", "QuireCore", "QuireGenerator", "QuireOpenSearch", "QuireSchema",
                "QuireSchemaDiff",
                "QuireStore", "QuireTypesense", "Seeds",
            ]),
        // The seed for random tests, and a deterministic random number generator.
        .target(name: "Seeds", path: "Tests/Seeds"),
        // Modules in the form of generated code, for tests.
        .target(name: "SampleModules", dependencies: ["Quire"], path: "Tests/SampleModules"),
        // Random documents and their models, for the tests and the fuzzer of the decoder.
        .target(
            name: "DecodingSamples", dependencies: ["QuireRemote", "QuireCore", "Seeds"],
            path: "Tests/DecodingSamples"),
        .executableTarget(
            name: "Fuzzing", dependencies: ["DecodingSamples", "QuireCore"], path: "Tests/Fuzzing"),
        .testTarget(
            name: "QuireTests",
            dependencies: [
                "DecodingSamples", "Quire", "QuireRemote", "QuireTesting", "QuireText", "SampleModules",
                "Seeds",
            ]),
        .testTarget(
            name: "QuireTestingTests",
            dependencies: [
                "Quire", "QuireStore", "QuireTesting", "QuireTestingTraits", "SampleModules",
            ],
            exclude: ["Traits/Fixtures"]),
        .testTarget(
            name: "CompileTests",
            dependencies: [
                "Quire", "QuireAlgolia", "QuireConformance", "QuireGenerator", "QuireOpenSearch",
                "QuirePocketBase", "QuireSchema", "QuireSearch",
                "QuireServer", "QuireStore", "QuireTesting", "QuireTypesense", "SampleModules",
            ]),
        .testTarget(
            name: "QuireStoreTests",
            dependencies: [
                "Quire", "QuireSearch", "QuireStore", "QuireSync", "QuireTesting", "SampleModules", "Seeds",
                "StoreCrashWriter",
                "TransportDoubles",
            ]),
        .executableTarget(
            name: "StoreCrashWriter",
            dependencies: [
                "Quire", "QuirePocketBase", "QuireStore", "SampleModules", "Seeds", "TransportDoubles",
            ],
            path: "Tests/StoreCrashWriter"),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        // The articles of the documentation, for tests of their samples.
        .target(name: "Articles", path: "Tests/Articles"),
        // A scripted network, a manual clock, and other helpers for transport tests.
        .target(name: "TransportDoubles", dependencies: ["Quire", "Seeds"], path: "Tests/TransportDoubles"),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "LoopbackServer", "Quire", "QuireHALO", "QuireHTTP", "SampleModules",
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
                "Quire", "QuireCommand", "QuireServer", "QuireStore", "QuireTesting",
                "SampleModules", "TransportDoubles",
            ]),
        // Real search servers that the tests start and stop.
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
                "Quire", "QuireCluster", "QuireRemote", "QuireSearch", "QuireTypesense", "SampleModules",
                "SearchServers",
                "Seeds", "TransportDoubles",
            ]),
        .testTarget(
            name: "OpenSearchTests",
            dependencies: [
                "Quire", "QuireCluster", "QuireRemote", "QuireOpenSearch", "QuireTesting", "SampleModules",
                "SearchServers",
                "Seeds", "TransportDoubles",
            ]),
        .testTarget(
            name: "PocketBaseTests",
            dependencies: [
                "Articles", "DecodingSamples", "LoopbackServer", "Quire", "QuireRemote", "QuireConformance",
                "QuireCore",
                "QuireEngine",
                "QuireHTTP", "QuirePocketBase", "QuireStore", "QuireSync", "QuireTesting", "SampleModules",
                "SearchServers", "Seeds", "StoreCrashWriter", "TransportDoubles",
            ]),
        .testTarget(
            name: "AlgoliaTests",
            dependencies: [
                "DecodingSamples", "LoopbackServer", "Quire", "QuireAlgolia", "QuireCluster", "QuireRemote",
                "QuireCommand",
                "QuireConformance",
                "QuireExplorer", "QuireSearch", "QuireTerminal", "SampleModules", "Seeds", "TransportDoubles",
            ]),
        .executableTarget(
            name: "HistoryWriter", dependencies: ["Quire", "QuireSearch"], path: "Tests/HistoryWriter"),
        .testTarget(
            name: "SearchTests",
            dependencies: [
                "Articles", "HistoryWriter", "Quire", "QuireConformance", "QuireSearch", "QuireStore",
                "QuireTesting", "SampleModules", "Seeds", "TransportDoubles",
            ]),
        .testTarget(
            name: "ViewsTests",
            dependencies: ["Quire", "QuireStore", "QuireTesting", "QuireViews", "SampleModules", "Seeds"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "LoopbackServer", "Quire", "QuireRemote", "QuireCommand", "QuireCore", "QuireEngine",
                "QuireExplorer", "QuireGenerator", "QuireOpenSearch", "QuireSchema", "QuireServer",
                "QuireStore",
                "QuireTerminal",
                "QuireTypesense", "SampleModules", "SearchServers", "Seeds", "TransportDoubles",
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
                "LoopbackServer", "Quire", "QuireAlgolia", "QuireRemote", "QuireCore",
                "QuireEngine",
                "QuireOpenSearch", "QuirePocketBase", "QuireSearch", "QuireStore", "QuireTypesense",
                "SearchServers",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
            ],
            path: "Tests/Benchmarks",
            exclude: ["Thresholds.json", "Server"]),
    ]
)

// CI compiles the run-time libraries with optimization, because apps ship them so. Packages that depend on this one could
// not use the flag, so it is only added on request.
if Context.environment["QUIRE_OPTIMIZED"] == "true" {
    let others: Set = ["CCurl", "QuireGenerator", "QuireSchema", "QuireSchemaDiff"]
    for target in package.targets where target.type == .regular && target.path == nil {
        if !others.contains(target.name) { target.swiftSettings = [.unsafeFlags(["-O"])] }
    }
}

// While working on one part: QUIRE_TESTS=QuireStoreTests,SearchTests compiles only these tests, which saves minutes after a
// change of a low target.
if let named = Context.environment["QUIRE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { target in
        let paths = ["Tests/Benchmarks", "Tests/Fuzzing"]
        let isTest = target.type == .test || target.path.map(paths.contains) == true
        return isTest && !named.contains(target.name)
    }
}
