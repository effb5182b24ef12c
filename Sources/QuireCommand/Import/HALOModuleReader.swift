import QuireSchema

/// Converts HALO's list of modules to a schema. This is `quire import halo` without files and options.
struct HALOModuleReader {
    /// The maximum number of fields, per module and in total.
    private static let mostFieldsOfModule = 2_000
    private static let mostFields = 250_000

    private(set) var notes: ImportNotes
    private(set) var modules: [ImportedModule] = []
    /// The formats of relation fields, by the indexes of module and field. A server may name the related module there.
    private(set) var relationFormats: [[Int: JSONValue]] = []
    private var names: Set<String> = []
    private var fieldCount = 0

    init(notes: ImportNotes) { self.notes = notes }

    /// Reads the modules in the server's order. Anything that a schema cannot contain is reported and skipped.
    ///
    /// - Parameter selected: The names of the modules to import. `nil` imports all.
    mutating func read(_ list: HALOModuleList, selected: Set<String>? = nil) {
        let modules = list.modules.filter { $0.kind == .object }
        if !modules.isEmpty, !modules.contains(where: { $0.value(of: "fields") != nil }) {
            notes.warn(
                "no module has 'fields'; request them with withFields=true", at: list.modules[0].location)
        }
        for module in list.modules {
            if let selected, !selected.contains(module.value(of: "name")?.string ?? "") { continue }
            readModule(module)
        }
    }

    private mutating func readModule(_ json: JSONValue) {
        guard json.kind == .object else {
            notes.warn("a module is not an object; skipped", at: json.location)
            return
        }
        guard let name = importedName(json, what: "a module", &notes) else { return }
        if isDeleted(json) {
            notes.warn("the module \(quoted(name)) is deleted; skipped", at: json.location)
            return
        }
        if !names.insert(name).inserted {
            notes.warn("a second module is called \(quoted(name)); skipped", at: json.location)
            return
        }
        var module = ImportedModule(name: name, location: json.location)
        module.id = json.value(of: "id")?.string ?? json.value(of: "id")?.numberText
        if let description = json.value(of: "description")?.string, !description.isEmpty {
            module.description = description
        }
        module.isSingle = json.value(of: "isSingle")?.boolean ?? false
        var formats: [Int: JSONValue] = [:]
        var fieldNames: Set<String> = []
        var reader = HALOFieldReader(notes: notes)
        for field in json.value(of: "fields")?.elements ?? [] {
            guard let read = reader.read(field, of: name) else { continue }
            if !fieldNames.insert(read.name).inserted {
                reader.notes.warn(
                    "a second field of \(quoted(name)) is called \(quoted(read.name)); skipped",
                    at: field.location)
                continue
            }
            if module.fields.count == Self.mostFieldsOfModule || fieldCount == Self.mostFields {
                reader.notes.warn(
                    "there are more fields than a schema can have; those of \(quoted(name)) from here on are skipped",
                    at: field.location)
                break
            }
            fieldCount += 1
            formats[module.fields.count] = field.value(of: "format")
            module.fields.append(read)
        }
        notes = reader.notes
        modules.append(module)
        relationFormats.append(formats)
    }
}

/// The modules in a HALO response: a list, a page, an export, or a single module.
struct HALOModuleList {
    private(set) var modules: [JSONValue] = []

    /// Adds the modules of a document. Missing or invalid lists are reported.
    mutating func add(_ document: JSONDocument, _ notes: inout ImportNotes) {
        notes.add(problemsOf: document)
        if notes.hasErrors { return }
        let root = document.root
        let first = root.kind == .array ? root.elements.first : root.value(of: "items")?.elements.first
        let item = first ?? root
        if item.value(of: "values") != nil, item.value(of: "fields") == nil {
            notes.fail(
                "these are items, not modules; save the response of GET "
                    + "api/generalcontent/module?skip=true&withFields=true", at: item.location)
        } else if root.kind == .array {
            modules += root.elements
        } else if let items = root.value(of: "items"), items.kind == .array {
            modules += items.elements
            warnOfMissingPages(root, items: items, notes: &notes)
        } else if let exported = root.value(of: "modules"), exported.kind == .array,
            root.value(of: "quire") == nil
        {
            modules += exported.elements
        } else if let single = root.value(of: "module"), single.kind == .object {
            modules.append(single)
        } else if root.value(of: "name") != nil, (root.value(of: "fields") ?? root.value(of: "id")) != nil,
            root.value(of: "quire") == nil
        {
            modules.append(root)
        } else if root.value(of: "quire") != nil {
            notes.fail(
                "this is already a schema of Quire; use it directly, or check it with 'quire check'",
                at: root.location)
        } else if let error = root.value(of: "error") {
            let message = error.value(of: "message")?.string.map { ": " + quoted($0) } ?? ""
            notes.fail("this is an error of HALO, not its modules\(message)", at: root.location)
        } else {
            notes.fail(
                "expected HALO's modules: one module, an array of modules, or an object with 'items' or 'modules'; save the response of GET "
                    + "api/generalcontent/module?skip=true&withFields=true", at: root.location)
        }
    }

    private func warnOfMissingPages(_ root: JSONValue, items: JSONValue, notes: inout ImportNotes) {
        guard let pagination = root.value(of: "pagination"),
            let total = pagination.value(of: "totalItems")?.integer, total > Int64(items.elements.count)
        else { return }
        notes.warn(
            "this is a page of \(items.elements.count) of \(total) modules; request all with skip=true, or pass "
                + "each page with a separate --file", at: pagination.location)
    }
}
