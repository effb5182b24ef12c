import QuireCore

/// The instances of a module, as lines of JSON.
struct DocumentTable: Sendable {
    var module: ModuleDescriptor
    var lines: [String]
    /// The same lines without values of the wrong type. These count as missing, so all results are the same.
    var tidyLines: [String]
    var instances: [JSONValue]

    init(_ module: ModuleDescriptor, lines: [String], tidyLines: [String]) {
        self.module = module
        self.lines = lines
        self.tidyLines = tidyLines
        instances = lines.map(parse)
    }

    /// The instances for an engine.
    func documents(holdsWrongTypes: Bool) -> ConformanceDocuments {
        ConformanceDocuments(module: module, lines: holdsWrongTypes ? lines : tidyLines)
    }
}
