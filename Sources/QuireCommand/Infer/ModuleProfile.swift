import QuireSchema

/// Figures about the items of one module, from one file or several.
final class ModuleProfile {
    let name: String
    private(set) var files: [(path: String, form: RecordForm)] = []
    private(set) var items = ObjectProfile()
    private(set) var ids: IDProfile
    /// The field that the user names as the id.
    let idField: String?
    private(set) var notes: [String] = []

    init(name: String, idField: String?) {
        self.name = name
        self.idField = idField
        ids = IDProfile(module: name, field: idField)
    }

    /// Reads all items of a file.
    ///
    /// - Throws: `DataFiles.Failure` with file and line.
    func add(path: String) throws {
        let form = try RecordForm.detect(path: path, fields: nil)
        files.append((path, form))
        let before = items.count
        let reader = try DataReader(path: path)
        let marks = try DecimalMarks(path: path)
        try Self.forEach(reader) { record in
            ids.add(record.members, line: record.line)
            var members = record.members
            if form == .instance {
                if case .object(let values)? = members.value("values") {
                    members = values
                } else {
                    members = []
                }
            }
            items.add(members, line: record.line, marks)
            if items.fields.count > 2_000 {
                throw DataFiles.Failure(
                    description:
                        "\(path):\(record.line):1: error: the items have more than 2,000 different keys, "
                        + "which is the limit of a module. Move them into an object or a list.")
            }
        }
        notes += reader.notes.map { $0.text(in: path) }
        if items.count == before {
            throw DataFiles.Failure(
                description:
                    "\(path): the file has no items, so no types can be inferred. Add at least one item.")
        }
    }

    /// Reads the items of a file. The first that cannot be read ends it.
    static func forEach(_ reader: DataReader, _ body: (DataRecord) throws -> Void) throws {
        do {
            while let record = try reader.next() { try body(record) }
        } catch let failure as DataReader.ItemFailure {
            throw DataFiles.Failure(
                description: "\(reader.path):\(failure.line):1: error: \(failure.reason). "
                    + "Correct the file, then run the command again.")
        }
    }

    /// Whether the items are in HALO's form, with ids beside the values.
    var hasEnvelopes: Bool { files.allSatisfy { $0.form == .instance } }

    /// The field that becomes the item's id and is not a field of the schema.
    var removedID: String? {
        if hasEnvelopes { return nil }
        guard let chosen = ids.chosen?.name else { return nil }
        // A field such as `isbn` is data too.
        let standard = RecordIdentity.candidates(module: name)
        return standard.contains(chosen) ? chosen : nil
    }
}
