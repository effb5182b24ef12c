import Foundation
import QuireCore
import QuireRemote
import QuireShared
import QuireText
import QuireToolbox

/// The names of a module's alias and indices on the server.
///
/// ```text
/// shop-books                      the alias that searches and writes name
/// shop-books-9c01f7aa53e2b4d6     the index behind it, by what the module looks like
/// shop-books-9c01f7aa53e2b4d6-19a3f0c2d41    one that a load has rebuilt
/// shop-books-9c01f7aa53e2b4d6-writer         an alias of that index alone, which writes over what was read name
/// ```
struct IndexNames: Sendable, Hashable {
    let alias: String
    /// The prefix of the names of indices that match the module's schema.
    let base: String

    /// - Throws: `UnsupportedError` if the prefix and the module's name do not form a valid index name.
    init(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) throws(UnsupportedError) {
        let prefix = settings.prefix
        let first = prefix.utf8.first ?? UInt8(ascii: "a")
        guard prefix.utf8.allSatisfy({ Self.isPlain($0) || "-_.".utf8.contains($0) }), Self.isPlain(first)
        else {
            throw UnsupportedError(
                node: "the prefix \"\(prefix)\"",
                hint: "use a to z, 0 to 9, \"-\", \"_\" and \".\", a letter or a digit first")
        }
        let given = settings.collections[module.name]
        if let given, !Self.isOneIndex(given) {
            throw UnsupportedError(
                node: "the index \"\(given)\" of \"\(module.name)\" in the settings' collections",
                hint:
                    "name one index or alias, in small ASCII letters, digits, \"-\", \"_\" and \".\"; a pattern would reach other indices"
            )
        }
        alias = given ?? prefix + Self.encoded(module.name, atStart: prefix.isEmpty)
        base = "\(alias)-\(Self.signature(module, settings))"
        guard alias.utf8.count <= 200 else {
            throw UnsupportedError(
                node: "the index of \"\(module.name)\"",
                hint: "its name would be longer than a server takes; use a shorter prefix")
        }
    }

    /// Whether a name is that of one index: no pattern and no list, for which a deletion would reach other indices, and
    /// nothing that ends the name in a path.
    private static func isOneIndex(_ name: String) -> Bool {
        guard let first = name.utf8.first, Self.isPlain(first) || first == UInt8(ascii: "."),
            ![".", ".."].contains(name)
        else { return false }
        return name.utf8.allSatisfy { Self.isPlain($0) || "-_.".utf8.contains($0) }
    }

    /// The alias for writes to exactly this index. If the index is gone, a write fails instead of reaching another one.
    static func writer(of index: String) -> String { index + "-writer" }

    /// A name for a matching index that no earlier index has had.
    var renewed: String {
        "\(base)-\(String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 16))"
    }

    /// Whether an index belongs to the module and matches its current schema.
    func fits(_ index: String) -> Bool { index == base || index.hasPrefix(base + "-") }

    /// The error for an index with another schema, which lacks some fields or rejects some documents.
    ///
    /// - Parameter fields: The missing fields, if they are known.
    func otherSchema(_ index: String, lacking fields: String? = nil) -> CollectionError {
        CollectionError(
            .otherSchema, collection: index,
            facts: ["here the index would be \(base)"] + (fields.map { ["it lacks \($0)"] } ?? []))
    }

    /// Whether an index belongs to the module, with any schema.
    func isOwn(_ index: String) -> Bool {
        guard index.hasPrefix(alias + "-") else { return false }
        let rest = index.dropFirst(alias.count + 1)
        let digits = rest.prefix(16)
        return digits.count == 16 && digits.allSatisfy(\.isHexDigit)
            && (rest.count == 16 || rest.dropFirst(16).first == "-")
    }

    /// A hash of everything that determines the documents: the fields, the text analysis, and the layout.
    private static func signature(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) -> String {
        // The module's signature stays the same when a facet becomes hierarchical, which needs fields for its paths.
        let hasPaths = IndexedModule(module).values.contains(where: \.isHierarchical)
        let text =
            "\(module.signature) \(IndexMapping.version) \(settings.analyzer.signature)\(hasPaths ? " paths" : "")"
        return StableHash(text).digits
    }

    /// An encoded name, different for each name.
    private static func encoded(_ name: String, atStart: Bool) -> String {
        var text = ""
        for byte in name.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                // A name must not begin with an underscore, and every other underscore is followed by digits.
                text += text.isEmpty && atStart ? "x__" : "_"
                text += String(UInt16(byte) + 0x100, radix: 16).dropFirst()
            }
        }
        return text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
