import QuireCore
import QuireRemote

/// What a mapping has at a path of names: `dateRange`, `startYear`.
struct MappedPath {
    /// The mapping at the end; `nil` if there is none.
    private(set) var mapping: JSONValue?
    /// The path of the innermost objects on the way that the index keeps apart (`nested`); `nil` if there are none.
    private(set) var nested: String?
    /// Why there is no mapping.
    private(set) var reason = "the index has no field of this name"

    init(_ names: [String], in properties: JSONValue) {
        var properties: JSONValue? = properties
        var path = ""
        for (position, name) in names.enumerated() {
            mapping = properties?[name]
            path += (path.isEmpty ? "" : ".") + name
            guard let object = mapping, position < names.count - 1 else { continue }
            if object["type"]?.string == "nested" { nested = path }
            properties = object["properties"]
            guard properties == nil else { continue }
            mapping = nil
            let type = object["type"]?.string ?? "an object without fields"
            reason = "the index holds \"\(path)\" as \(type), and not its members"
            return
        }
    }

    /// Whether the objects of the list at a path are kept apart.
    static func isNested(_ names: [String], in properties: JSONValue) -> Bool {
        MappedPath(names, in: properties).mapping?["type"]?.string == "nested"
    }
}
