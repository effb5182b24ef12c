import Foundation
public import QuireCore
import QuireCore

/// The items of one module that an engine must contain, as lines of JSON in HALO's form.
///
/// ```json
/// {"id":"a","name":"First","createdAt":0,"tags":[{"name":"new"}],"values":{"title":"Alpha","age":18}}
/// ```
public struct ConformanceDocuments: Sendable {
    /// The module, with a field of each type that the check needs.
    public var module: ModuleDescriptor
    /// One item per line: id, metadata, and its values under the fields' wire names.
    public var lines: [String]

    /// The lines as exact JSON.
    public var items: [JSONValue] {
        get throws { try lines.map { try JSONValue(parsing: Data($0.utf8)) } }
    }

    package init(module: ModuleDescriptor, lines: [String]) {
        self.module = module
        self.lines = lines
    }
}

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
