import Foundation
import QuireCluster
import QuireCore
import QuireText
import QuireToolbox

/// The names of a module's alias and indices on the server.
///
/// ```text
/// shop-books                      the alias that searches and writes name
/// shop-books-9c01f7aa53e2b4d6     the index behind it, by what the module looks like
/// shop-books-9c01f7aa53e2b4d6-19a3f0c2d41    one that a load has filled anew
/// shop-books-9c01f7aa53e2b4d6-writer         an alias of that index alone, which writes over what was read name
/// ```
struct IndexNames: Sendable, Hashable {
    let alias: String
    /// What the names of indices that fit the module begin with.
    let base: String

    /// - Throws: `UnsupportedError` where the prefix or the module's name make no name of an index.
    init(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) throws(UnsupportedError) {
        let prefix = settings.prefix
        let first = prefix.utf8.first ?? UInt8(ascii: "a")
        guard prefix.utf8.allSatisfy({ Self.isPlain($0) || "-_.".utf8.contains($0) }), Self.isPlain(first)
        else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "the prefix \"\(prefix)\"",
                hint: "use a to z, 0 to 9, \"-\", \"_\" and \".\", a letter or a digit first")
        }
        alias = prefix + Self.encoded(module.name, atStart: prefix.isEmpty)
        base = "\(alias)-\(Self.signature(module, settings))"
        guard alias.utf8.count <= 200 else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "the index of \"\(module.name)\"",
                hint: "its name would be longer than a server takes; use a shorter prefix")
        }
    }

    /// An alias of one index alone: who writes to it writes to this index or, where that is gone, to none.
    static func writer(of index: String) -> String { index + "-writer" }

    /// A name of an index that fits, and that no earlier one has.
    var renewed: String {
        "\(base)-\(String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 16))"
    }

    /// Whether an index is one of the module as it looks now.
    func fits(_ index: String) -> Bool { index == base || index.hasPrefix(base + "-") }

    /// The error of an index that does not fit: its fields would not be found, or be refused.
    ///
    /// - Parameter fields: Those that it does not have, where they are known.
    func otherSchema(_ index: String, lacking fields: String? = nil) -> CollectionError {
        CollectionError(
            .otherSchema, engine: ClusterConnection.engineName, collection: index,
            facts: ["here the index would be \(base)"] + (fields.map { ["it lacks \($0)"] } ?? []))
    }

    /// Whether an index is one of the module, however it looked.
    func isOwn(_ index: String) -> Bool {
        guard index.hasPrefix(alias + "-") else { return false }
        let rest = index.dropFirst(alias.count + 1)
        let digits = rest.prefix(16)
        return digits.count == 16 && digits.allSatisfy(\.isHexDigit)
            && (rest.count == 16 || rest.dropFirst(16).first == "-")
    }

    /// What decides about the documents: the fields, how texts are cut into words, and the layout.
    private static func signature(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) -> String {
        // An index of a time when paths were not counted has no field for them.
        let hasPaths = IndexedModule(module).values.contains(where: \.isHierarchical)
        let text =
            "\(module.signature) \(IndexMapping.version) \(settings.analyzer.signature)\(hasPaths ? " paths" : "")"
        return text.hashDigits
    }

    /// Two names are never encoded alike.
    private static func encoded(_ name: String, atStart: Bool) -> String {
        var text = ""
        for byte in name.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                // A name must not begin with an underscore, and digits stand behind every other one.
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
