import QuireCore

/// A module that the server serves: its descriptor, its id, and what the descriptor does not hold.
public struct ServedModule: Sendable, Hashable {
    /// The values of a choice field.
    public struct Choices: Sendable, Hashable {
        public var values: [String]
        /// Whether writing any other value is an error.
        public var isClosed: Bool

        public init(_ values: [String], isClosed: Bool = false) {
            self.values = values
            self.isClosed = isClosed
        }
    }

    public var descriptor: ModuleDescriptor
    /// The id that instances have as `module`. Defaults to the schema's id, or to one derived from the name.
    public var id: String
    public var description: String?
    /// The values of choice fields, by wire name. A field of an object has its path: `address.kind`.
    public var choices: [String: Choices]
    /// The descriptions of fields, by wire name.
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
