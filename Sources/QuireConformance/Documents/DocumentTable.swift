import QuireCore

/// The instances of a module, as lines of JSON.
struct DocumentTable: Sendable {
    var module: ModuleDescriptor
    var lines: [String]
    /// The same without what is of the wrong type. As that counts as no value, every response is the same.
    var tidyLines: [String]
    var instances: [JSONValue]

    init(_ module: ModuleDescriptor, lines: [String], tidyLines: [String]) {
        self.module = module
        self.lines = lines
        self.tidyLines = tidyLines
        instances = lines.map(parse)
    }

    /// The instances as an engine is given them.
    func documents(holdsWrongTypes: Bool) -> ConformanceDocuments {
        ConformanceDocuments(module: module, lines: holdsWrongTypes ? lines : tidyLines)
    }
}
