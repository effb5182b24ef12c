import QuireSchema

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
