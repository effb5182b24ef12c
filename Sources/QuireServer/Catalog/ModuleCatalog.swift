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
