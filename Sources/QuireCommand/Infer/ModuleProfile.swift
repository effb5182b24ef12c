import QuireSchema
import QuireShared

/// Figures about the items of one module, from one file or several.
final class ModuleProfile {
    let name: String
    private(set) var files: [(path: String, form: FileForm)] = []
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
        let form = try FileForm.detect(path: path, fields: nil)
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

/// The ids of a module's items: which field holds them, and all of them, for relations of other modules.
struct IDProfile {
    /// The ids under one name.
    struct Candidate {
        var name: String
        var hashes: Set<UInt64> = []
        /// The ids without what people write in different ways.
        var looseHashes: Set<UInt64> = []
        var missing: Int?
        /// The number of the item without an id.
        var missingItem = 0
        var repeated: Int?
        var repeatedID = ""

        /// Whether every item has an id of its own.
        var isUnique: Bool { missing == nil && repeated == nil && !hashes.isEmpty }
    }

    private(set) var candidates: [Candidate]
    private let isRequired: Bool
    private var count = 0

    /// - Parameter field: The field that the user names.
    init(module: String, field: String?) {
        isRequired = field != nil
        candidates = (field.map { [$0] } ?? RecordIdentity.candidates(module: module)).map {
            Candidate(name: $0)
        }
    }

    mutating func add(_ members: [DataValue.Member], line: Int) {
        count += 1
        for index in candidates.indices
        where isRequired || candidates[index].missing == nil && candidates[index].repeated == nil {
            guard let id = members.value(candidates[index].name).flatMap(RecordIdentity.id) else {
                if candidates[index].missing == nil {
                    (candidates[index].missing, candidates[index].missingItem) = (line, count)
                }
                continue
            }
            candidates[index].looseHashes.insert(StableHash(RecordIdentity.loose(id)).value)
            if !candidates[index].hashes.insert(StableHash(id).value).inserted,
                candidates[index].repeated == nil
            {
                candidates[index].repeated = line
                candidates[index].repeatedID = id
            }
        }
    }

    /// The field whose values identify the items.
    var chosen: Candidate? { candidates.first(where: \.isUnique) }

}
