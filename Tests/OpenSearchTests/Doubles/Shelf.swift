import Foundation
import Quire

/// A small module for tests of the cluster.
enum Shelf {
    static let module = ModuleDescriptor(
        name: "shelf",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 3),
            FieldDescriptor(name: "count", kind: .integer),
            FieldDescriptor(name: "words", kind: .list(.text)),
            FieldDescriptor(name: "notes", kind: .localizedText),
        ])

    /// The same with one more field.
    static let next = ModuleDescriptor(
        name: "shelf",
        fields: module.fields.fields + [FieldDescriptor(name: "added", kind: .integer)])

    static func instance(_ id: String, _ count: Int, title: String = "a title") -> JSONValue {
        json(#"{"id":"\#(id)","values":{"title":"\#(title)","count":\#(count)}}"#)
    }

    static func create(_ id: String?, _ count: Int, in module: ModuleDescriptor = module) -> WriteOperation {
        var operation = WriteOperation(.create, module, id: id)
        operation.values = json(#"{"title":"a title","count":\#(count)}"#)
        operation.isWhole = true
        return operation
    }

    static func update(_ id: String, _ values: String, in module: ModuleDescriptor = module) -> WriteOperation
    {
        var operation = WriteOperation(.update, module, id: id)
        operation.values = json(values)
        return operation
    }

    static func request(_ filter: Filter? = nil, in module: ModuleDescriptor = module) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.filter = filter
        request.page = .all
        return request
    }

    static func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
        .leaf(.init(operation, name, value: value, type: .string))
    }
}

extension ContentEngine {
    /// The instances that a request finds.
    func instances(_ request: SearchRequest) async throws -> [JSONValue] {
        let page = try JSONValue(parsing: try await searchData(request))
        guard case .array(let instances)? = page["items"] ?? Optional(page) else { return [] }
        return instances
    }
}

extension JSONValue {
    /// The integer at a path of keys.
    func number(_ path: String...) -> Int64? {
        var value: JSONValue? = self
        for key in path { value = value?[key] }
        if case .integer(let number)? = value { return number }
        return nil
    }
}
