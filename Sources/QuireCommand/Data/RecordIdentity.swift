import QuireCore
import QuireShared

/// The ids of flat items: the value of a field, or a hash of the content.
struct RecordIdentity {
    /// The field that the user names.
    var field: String?
    /// The names of the module's fields. A declared field named `id` is not the item's id.
    var fields: Set<String>
    let module: String
    /// The rank of each name that may hold the id.
    private let ranks: [String: Int]
    /// How often each content without an id occurred, so that equal items have different ids.
    private var occurrences: [UInt64: UInt32] = [:]

    init(field: String?, fields: Set<String>, module: String) {
        self.field = field
        self.fields = fields
        self.module = module
        let names = Self.candidates(module: module).filter { !fields.contains($0) }
        ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The names of fields that hold ids, in the order of preference: `id`, then `order_item_id`, `OrderItemID`,
    /// `item id` and the like for the module `order_items`.
    static func candidates(module: String) -> [String] {
        var words = NameWords(module).words
        if let last = words.popLast() { words.append(NameWords.singular(last)) }
        var bases: [String] = []
        for words in [words, Array(words.suffix(1))] where !words.isEmpty {
            let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            bases += [
                words.joined(separator: "_"), words[0] + capitals.dropFirst().joined(), capitals.joined(),
                capitals.joined(separator: " "), words.joined(separator: " "), words.joined(separator: "-"),
            ]
        }
        var names = ["id", "_id", "ID", "Id", "uuid", "UUID", "guid", "objectID", "objectId"]
        for base in bases {
            for suffix in ["Id", "_id", "ID", "_ID", "-id", " id", " ID", " Id"]
            where !names.contains(base + suffix) {
                names.append(base + suffix)
            }
        }
        return names
    }

    /// The id that a value spells. `nil` if it is none.
    static func id(_ value: DataValue) -> String? {
        switch value {
        case .text(let text): text.isEmpty ? nil : text
        // JSON does not distinguish 1 from 1.0.
        case .number(let token): ExactDecimal(token)?.integer.map { String($0) } ?? token
        case .cell(let text): CellText.trimmed(text).isEmpty ? nil : CellText.trimmed(text)
        // MongoDB's extended JSON.
        case .object(let members):
            if members.count == 1, case .text(let text)? = members.value("$oid") { text } else { nil }
        default: nil
        }
    }

    /// An id without what people and programs write in different ways: zeros before it, `.0` after it, capitals, spaces.
    static func loose(_ id: String) -> String {
        let text = CellText.trimmed(id).lowercased()
        let whole = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        guard !whole.isEmpty, whole.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return text }
        let digits = whole.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    /// The field that holds the id of an item, and its id. `nil` if the item has none of the fields.
    func named(in members: [DataValue.Member]) -> (field: String, id: String?)? {
        if let field { return (field, members.value(field).flatMap(Self.id)) }
        var best: (rank: Int, field: String, id: String)?
        for member in members {
            guard let rank = ranks[member.name], rank < best?.rank ?? .max, let id = Self.id(member.value)
            else {
                continue
            }
            best = (rank, member.name, id)
        }
        return best.map { ($0.field, $0.id) }
    }

    /// An id that depends on the content only, so that loading a file again changes nothing.
    mutating func generated(for members: [DataValue.Member]) -> String {
        var low = StableHash(), high = StableHash(seed: 0x8422_2325_cbf2_9ce4)
        func add(_ text: String) {
            low.add(text)
            high.add(text)
            // No text contains this byte, so it separates them.
            low.add(0xFF)
            high.add(0xFF)
        }
        // The order of keys does not matter in JSON.
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        where !member.value.isNull {
            add(member.name)
            add("\(member.value.json)")
        }
        let count = (occurrences[low.value] ?? 0) + 1
        occurrences[low.value] = count
        let id = low.digits + high.digits
        return count == 1 ? id : "\(id)-\(count)"
    }
}
