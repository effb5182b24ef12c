import Foundation

/// An item of a module: its values, with what the content system says about it.
///
/// ```swift
/// for book in page { print(book.title, book.updatedAt) }
/// ```
@dynamicMemberLookup
public struct Content<Module: ContentModule>: Sendable, Hashable, Identifiable {
    public var id: ContentID<Module>
    public var metadata: ContentMetadata
    public var values: Module.Values

    public init(id: ContentID<Module>, metadata: ContentMetadata = ContentMetadata(), values: Module.Values) {
        self.id = id
        self.metadata = metadata
        self.values = values
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Module.Values, Value>) -> Value {
        get { values[keyPath: path] }
        set { values[keyPath: path] = newValue }
    }
}
