import QuireSchema

/// The modules in an answer of HALO: a bare list, a page of one, or a single module.
struct HALOModuleList {
    private(set) var modules: [JSONValue] = []

    /// Takes over the modules of a document. What is missing or no list is told.
    mutating func add(_ document: JSONDocument, _ notes: inout ImportNotes) {
        notes.add(problemsOf: document)
        if notes.hasErrors { return }
        let root = document.root
        if root.kind == .array {
            modules += root.elements
        } else if let items = root.value(of: "items"), items.kind == .array {
            modules += items.elements
            warnOfMissingPages(root, items, &notes)
        } else if root.value(of: "name") != nil, root.value(of: "fields") != nil {
            modules.append(root)
        } else if let error = root.value(of: "error") {
            let message = error.value(of: "message")?.string.map { ": " + quoted($0) } ?? ""
            notes.fail("this is an error of HALO, not its modules\(message)", at: root.location)
        } else {
            notes.fail(
                "expected HALO's modules: an array, or an object with 'items'; save the answer of GET "
                    + "api/generalcontent/module?skip=true&withFields=true", at: root.location)
        }
    }

    private func warnOfMissingPages(_ root: JSONValue, _ items: JSONValue, _ notes: inout ImportNotes) {
        guard let pagination = root.value(of: "pagination"),
            let total = pagination.value(of: "totalItems")?.integer, total > Int64(items.elements.count)
        else { return }
        notes.warn(
            "this is a page of \(items.elements.count) of \(total) modules; ask with skip=true for all, or name "
                + "the file of each page with a --file of its own", at: pagination.location)
    }
}
