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

/// Ids of 24 hexadecimal digits like HALO's, either random or derived from a text and so the same in every run.
enum StableID {
    static func make(_ text: String) -> String {
        func hash(_ seed: UInt64) -> UInt64 {
            text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
        return hex(hash(0xCBF2_9CE4_8422_2325), 16) + hex(hash(0x84222325_CBF29CE4) & 0xFFFF_FFFF, 8)
    }

    /// One of HALO's numbered ids: `000000000000000000000008`.
    static func numbered(_ number: Int) -> String { padded("\(number)", 24) }

    private static func hex(_ value: UInt64, _ digits: Int) -> String {
        padded(String(value, radix: 16), digits)
    }

    private static func padded(_ text: String, _ length: Int) -> String {
        String(repeating: "0", count: max(0, length - text.count)) + text
    }
}
