import Foundation
public import QuireCore

/// The items of one module that an engine has to hold, given as lines of JSON in HALO's form.
///
/// ```json
/// {"id":"a","name":"First","createdAt":0,"tags":[{"name":"new"}],"values":{"title":"Alpha","age":18}}
/// ```
public struct ConformanceDocuments: Sendable {
    /// The module, with a field of each type that the check needs.
    public var module: ModuleDescriptor
    /// One item a line: id, metadata, and its values under the wire names of the fields.
    public var lines: [String]

    /// The lines as JSON, exactly: keys that differ only in the spelling of an accent are two keys.
    public var items: [JSONValue] {
        get throws { try lines.map { try JSONValue(parsing: Data($0.utf8)) } }
    }

    package init(module: ModuleDescriptor, lines: [String]) {
        self.module = module
        self.lines = lines
    }
}
