import QuireSchema

extension ModuleRenderer {
    /// Writes the metadata types for a module whose fields share names with metadata, without those names. A name
    /// then means the field, and anything that does not fit the field does not compile.
    func renderNamesakes(to writer: inout SourceWriter) {
        let names = plan.root.fields.map(\.name)
        let hidden = names.filter(ItemMetadata.names.contains)
        if !hidden.isEmpty {
            let metadata = types.quire("ContentMetadata")
            let own = [
                "\(access)var metadata: \(metadata)",
                "\(access)init(metadata: \(metadata)) { self.metadata = metadata }",
            ]
            render("ItemMetadata", "UnhiddenMetadata", own, without: hidden, to: &writer)
        }
        let unsortable = names.filter(ItemMetadata.sortable.contains)
        if !unsortable.isEmpty {
            render(
                "SortMetadata", "UnhiddenMetaFields", ["\(access)init() {}"], without: unsortable, to: &writer
            )
        }
    }

    private func render(
        _ name: String, _ base: String, _ members: [String], without hidden: [String],
        to writer: inout SourceWriter
    ) {
        let type = types.quire("HiddenByField")
        writer.line()
        writer.line("/// The metadata whose name no field has.")
        writer.block("\(access)struct \(name): \(types.quire(base)) {") { writer in
            for member in members { writer.line(member) }
            for property in hidden {
                writer.line("\(access)var \(property): \(type) { get { \(type)() } set {} }")
            }
        }
    }
}
