import Foundation
import QuireCore
import QuireToolbox

/// The texts of a module by their keys, in one language.
public struct TranslationTable: Sendable, Hashable {
    public var texts: [String: String]
    /// The number of skipped items: those without a key or text, or whose key has over 128 combining marks in a row.
    public var skipped: Int

    public init(texts: [String: String] = [:], skipped: Int = 0) {
        self.texts = texts
        self.skipped = skipped
    }

    /// Reads a page in HALO's format. If two items have the same key, the later one wins.
    ///
    /// - Parameter locale: The language to use for texts that contain all languages.
    init(page: Data, key: String, text: String, locale: String?, module: String) throws {
        let document: JSONValue
        do throws(ValueDecodingError) {
            document = try JSONCursor.withBytes(of: page) { (json) throws(ValueDecodingError) in
                let value = try json.value()
                try json.expectEnd()
                return value
            }
        } catch {
            throw ContentDecodingError(
                module: module, id: nil, path: "", byteOffset: error.offset, expected: "\(error.expected)",
                found: "no JSON")
        }
        guard case .array(let items)? = Self.items(of: document) else {
            throw ContentDecodingError(
                module: module, id: nil, path: "items", byteOffset: nil, expected: "an array",
                found: "something else")
        }
        self.init()
        texts.reserveCapacity(items.count)
        for item in items {
            if let key = Self.text(item["values"]?[key], locale), !CombiningMarks.exceedLimit(in: key),
                let text = Self.text(item["values"]?[text], locale)
            {
                texts[key] = text
            } else {
                skipped += 1
            }
        }
    }

    private static func items(of document: JSONValue) -> JSONValue? {
        if case .array = document { document } else { document["items"] }
    }

    private static func text(_ value: JSONValue?, _ locale: String?) -> String? {
        switch value {
        case .string(let text): return text
        case .object:
            guard let locale, case .string(let text)? = value?[locale] else { return nil }
            return text
        default: return nil
        }
    }
}
