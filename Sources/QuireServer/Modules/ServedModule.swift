import QuireCore

/// A module as the server knows it: its descriptor, its id, and what the descriptor does not say.
public struct ServedModule: Sendable, Hashable {
    /// What a choice can be.
    public struct Choices: Sendable, Hashable {
        public var values: [String]
        /// Whether other values are refused when an item is written.
        public var isClosed: Bool

        public init(_ values: [String], isClosed: Bool = false) {
            self.values = values
            self.isClosed = isClosed
        }
    }

    public var descriptor: ModuleDescriptor
    /// The id that instances carry as `module`: the schema's, else one made from the name.
    public var id: String
    public var description: String?
    /// Of choice fields, by the field's wire name; a field of an object by its path, `address.kind`.
    public var choices: [String: Choices]
    /// By the field's wire name.
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

/// Ids of 24 hexadecimal digits, as HALO's are: made from a text, the same in every run, or new.
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
