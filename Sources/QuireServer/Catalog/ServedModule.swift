import QuireCore

/// A module that the server serves: its descriptor, its id, and details that the descriptor lacks.
public struct ServedModule: Sendable, Hashable {
    /// The values of a choice field.
    public struct Choices: Sendable, Hashable {
        public var values: [String]
        /// Whether writing an item with any other value is rejected.
        public var isClosed: Bool

        public init(_ values: [String], isClosed: Bool = false) {
            self.values = values
            self.isClosed = isClosed
        }
    }

    public var descriptor: ModuleDescriptor
    /// The id that instances have as `module`: the schema's, or one derived from the name.
    public var id: String
    public var description: String?
    /// The values of choice fields, by the field's wire name. A field of an object has its path as key: `address.kind`.
    public var choices: [String: Choices]
    /// Descriptions of fields, by wire name.
    public var fieldDescriptions: [String: String]

    public init(
        _ descriptor: ModuleDescriptor, id: String? = nil, description: String? = nil,
        choices: [String: Choices] = [:], fieldDescriptions: [String: String] = [:]
    ) {
        self.descriptor = descriptor
        self.id = id ?? descriptor.id ?? StableID.make("module/\(descriptor.name)")
        self.description = description
        self.choices = choices
        self.fieldDescriptions = fieldDescriptions
    }

    var name: String { descriptor.name }
}
