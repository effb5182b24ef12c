import QuireCore
import QuireShared

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
        NearName.hint(for: text, among: names)
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
        var other = StableHash(seed: 0x8422_2325_CBF2_9CE4)
        other.add(text)
        return StableHash(text).digits + other.digits.suffix(8)
    }

    /// One of HALO's numbered ids: `000000000000000000000008`.
    static func numbered(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 24 - digits.count)) + digits
    }
}

/// Hints for unknown names.
enum NearName {
    /// `; did you mean "title"?`, or the known names if none is similar.
    static func hint(for name: String, among names: [String]) -> String {
        if let near = names.nearest(to: name) { return "; did you mean \"\(near)\"?" }
        guard !names.isEmpty else { return "; there is none" }
        let list = names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
        return "; there are \(list)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
    }
}
