import QuireCore

/// The calls that describe modules.
struct ModuleCalls: Sendable {
    let catalog: ModuleCatalog
    let locales: [LocaleDescriptor]
    /// When the server started, in milliseconds since 1970.
    let startedAt: Int64

    /// Lists the modules (HALO: `GET generalcontent/module`): the bare list with `skip=true`, else a page.
    func modules(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let query = try Path.items(request.query)
        let withFields = query.isTrue("withFields")
        let all = catalog.modules.map { description.json($0, withFields: withFields) }
        if query.isTrue("skip") { return ServedResponse(200, .array(all)) }
        let number = try query.number("page") ?? 1
        let limit = try query.number("limit") ?? 10
        let start = min((number - 1) * limit, all.count)
        var json = JSONWriter()
        json.beginObject()
        PageFrame.write(.page(number, size: limit), total: all.count, to: &json)
        json.value(.array(Array(all[start...].prefix(limit))))
        json.key("search")
        json.value(.object([.init("facets", .object([]))]))
        json.key("sort")
        json.value(.object([.init("query", .string("updatedAt desc"))]))
        json.endObject()
        return ServedResponse(200, json)
    }

    /// Describes a module (HALO: `GET generalcontent/module/{id}`).
    func module(_ id: String, _ request: ServedRequest) throws(APIError) -> ServedResponse {
        guard let module = catalog[id: id] ?? catalog[name: id] else {
            throw APIError(404, "Module not found")
        }
        let withFields = try Path.items(request.query).isTrue("withFields")
        return ServedResponse(200, description.json(module, withFields: withFields))
    }

    private var description: ModuleDescription {
        ModuleDescription(catalog: catalog, locales: locales, startedAt: startedAt)
    }
}

extension [(name: String, value: String)] {
    fileprivate func isTrue(_ name: String) -> Bool {
        first { $0.name == name }?.value.lowercased() == "true"
    }

    /// A number from 1 to a million.
    fileprivate func number(_ name: String) throws(APIError) -> Int? {
        guard let text = first(where: { $0.name == name })?.value else { return nil }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw APIError(400, "\(name): expected a number from 1 to 1000000, found \"\(text.shortened)\"")
        }
        return number
    }
}
