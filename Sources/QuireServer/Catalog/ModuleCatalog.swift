import QuireCore

/// The served modules, by id and by name.
struct ModuleCatalog: Sendable {
    let modules: [ServedModule]
    private let byID: [String: Int]
    private let byName: [String: Int]

    /// - Throws: `ServerError` if two modules share a name or an id.
    init(_ modules: [ServedModule]) throws(ServerError) {
        var byID: [String: Int] = [:]
        var byName: [String: Int] = [:]
        for (index, module) in modules.enumerated() {
            guard byName.updateValue(index, forKey: module.name) == nil else {
                throw ServerError(
                    .modules, "module \"\(module.name)\"", reason: "two modules have this name",
                    advice: "Give each a name of its own.")
            }
            guard byID.updateValue(index, forKey: module.id) == nil else {
                throw ServerError(
                    .modules, "module \"\(module.name)\"",
                    reason: "another module has its id \(module.id) too",
                    advice: "Give each an id of its own in the schema.")
            }
        }
        self.modules = modules
        self.byID = byID
        self.byName = byName
    }

    subscript(id id: String) -> ServedModule? { byID[id].map { modules[$0] } }
    subscript(name name: String) -> ServedModule? { byName[name].map { modules[$0] } }

    /// The module that instances of a request belong to, as their `module` says.
    func named(id: String, at place: String) throws(APIError) -> ServedModule {
        if let module = self[id: id] { return module }
        let hint = self[name: id].map {
            "; \"\(id.shortened)\" is a module's name, and its id is \"\($0.id)\""
        }
        throw APIError(
            400,
            "\(place): there is no module with the id \"\(id.shortened)\"\(hint ?? suggestion(id, modules.map(\.id)))"
        )
    }

    func named(_ name: String, at place: String) throws(APIError) -> ServedModule {
        if let module = self[name: name] { return module }
        throw APIError(
            400, "\(place): there is no module \"\(name.shortened)\"" + suggestion(name, modules.map(\.name)))
    }

    private func suggestion(_ text: String, _ names: [String]) -> String {
        Suggestion.sentence(for: text, among: names)
    }
}

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

/// Makes ids of 24 hexadecimal digits, as HALO's are. The same text gives the same id in every run.
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
