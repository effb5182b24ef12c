#if SQLite
import Foundation
import QuireCore
import QuireEngine

/// The full text of a module: the indexed fields, the tables, and the analyzer.
struct TextLayout: Hashable, Sendable, Codable {
    struct Column: Hashable, Sendable, Codable {
        /// The field's wire name.
        let field: String
        /// The column's name, in the module's table and in the index.
        let name: String
        let isNarrow: Bool
        let form: TextForm
        let weight: Double
    }

    /// The prefix of the names of its tables.
    let name: String
    /// The columns in the schema's order; never empty.
    let columns: [Column]
    /// The signature of the analyzer whose words are indexed.
    let analyzer: String
    /// The vectors for search by meaning; `nil` if the schema names no embedding.
    var embedding: EmbeddingLayout?

    /// The full-text index of FTS5.
    var index: String { name + "_f" }
    /// The view with a row for each indexed item, containing the plain text of its searchable fields.
    var view: String { name + "_v" }
    /// The items that are not indexed: pending ones, and those that a hook excludes.
    var unindexed: String { name + "_u" }
    /// The words in the index.
    var words: String { name + "_w" }

    /// The vectors of the items.
    var vectors: String { name + "_m" }

    /// Whether lines are elements of lists, or texts by locale, and marked in the index.
    var marksLines: Bool { columns.contains(where: \.hasLines) }

    /// Whether the same words are indexed: all but the weights.
    func hasSameWords(as other: TextLayout) -> Bool {
        name == other.name && analyzer.isByteEqual(to: other.analyzer)
            && columns.count == other.columns.count
            && zip(columns, other.columns).allSatisfy { $0.name == $1.name && $0.form == $1.form }
    }
}

extension TextLayout.Column {
    /// Whether each line is an element.
    var hasLines: Bool {
        switch form {
        case .list, .localized: true
        case .plain, .html: false
        }
    }
}

/// The vectors of a module's items: which texts they stand for, and their model.
struct EmbeddingLayout: Hashable, Sendable, Codable {
    /// The columns of the index whose texts are embedded.
    let columns: [String]
    /// How the texts of the columns are read.
    let forms: [TextForm]
    let dimensions: Int
    let model: String
}

/// The form in which a searchable field's text is stored in its column.
indirect enum TextForm: Hashable, Sendable {
    /// Plain text.
    case plain
    case html
    /// JSON with one text, or with texts by locale.
    case localized
    /// A JSON list.
    case list(TextForm)

    /// `nil` if the kind has no words.
    init?(_ kind: FieldKind) {
        guard kind.hasSearchableText else { return nil }
        if let element = kind.listElement {
            guard let form = TextForm(element) else { return nil }
            self = .list(form)
            return
        }
        switch kind {
        case .html: self = .html
        case .localizedText: self = .localized
        default: self = .plain
        }
    }

    /// A kind of field whose text is read in this way.
    private var kind: FieldKind {
        switch self {
        case .plain: .text
        case .html: .html
        case .localized: .localizedText
        case .list(let element): .list(element.kind)
        }
    }

    /// The plain text of a column's value; `nil` if there is none.
    func text(of value: String) -> String? {
        switch self {
        case .plain, .html: return SearchableText.text(of: .string(value), kind: kind)
        case .localized, .list:
            // Stored JSON was parsed successfully before it was stored.
            guard let json = try? JSONValue(parsing: Data(value.utf8)) else { return nil }
            return SearchableText.text(of: json, kind: kind)
        }
    }

    /// The name of the form in views and the catalog: `html`, `list.plain`.
    var signature: String {
        switch self {
        case .plain: "plain"
        case .html: "html"
        case .localized: "localized"
        case .list(let element): "list.\(element.signature)"
        }
    }

    init?(signature: some StringProtocol) {
        switch signature {
        case "plain": self = .plain
        case "html": self = .html
        case "localized": self = .localized
        default:
            guard signature.hasPrefix("list."), let element = TextForm(signature: signature.dropFirst(5))
            else {
                return nil
            }
            self = .list(element)
        }
    }
}

extension TextForm: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let signature = try container.decode(String.self)
        guard let form = TextForm(signature: signature) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an unknown form of text, \(signature)")
        }
        self = form
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(signature)
    }
}
#endif
