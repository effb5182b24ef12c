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
            candidates[index].looseHashes.insert(Self.hash(RecordIdentity.loose(id)))
            if !candidates[index].hashes.insert(Self.hash(id)).inserted, candidates[index].repeated == nil {
                candidates[index].repeated = line
                candidates[index].repeatedID = id
            }
        }
    }

    /// The field whose values identify the items.
    var chosen: Candidate? { candidates.first(where: \.isUnique) }

    static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
