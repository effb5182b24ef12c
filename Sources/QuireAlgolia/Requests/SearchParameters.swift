import Foundation
import QuireCore

/// The parameters of one search, sorted by name.
struct SearchParameters: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var name: String
        var value: JSONValue
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    subscript(name: String) -> JSONValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let position = entries.firstIndex { $0.name >= name } ?? entries.count
            let isKnown = position < entries.count && entries[position].name == name
            switch (newValue, isKnown) {
            case (let value?, true): entries[position].value = value
            case (let value?, false): entries.insert(Entry(name: name, value: value), at: position)
            case (nil, true): entries.remove(at: position)
            case (nil, false): break
            }
        }
    }

    /// Writes the parameters as members of an object: as one `"params":"…"`, or each on its own.
    func write(to json: inout JSONWriter, as form: AlgoliaSettings.ParameterForm) {
        switch form {
        case .formEncoded:
            json.key("params")
            json.string(formEncoded)
        case .json:
            for entry in entries {
                json.key(entry.name)
                json.value(entry.value)
            }
        }
    }

    /// `name=value` sorted by name. Values are percent-encoded except for RFC 3986's unreserved characters; lists are
    /// JSON.
    var formEncoded: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        for entry in entries {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            bytes += entry.name.utf8
            bytes.append(UInt8(ascii: "="))
            if case .string(let text) = entry.value {
                Self.append(text.utf8, to: &bytes)
            } else {
                var json = JSONWriter()
                json.value(entry.value)
                Self.append(json.bytes, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ value: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        for byte in value {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digit(byte >> 4))
                bytes.append(digit(byte & 15))
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
