import Foundation
import QuireCore
import QuireRemote

/// The parameters of one search, sorted by name.
struct SearchParameters: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var name: String
        var value: JSONValue
    }

    private var entries: [Entry] = []
    /// The value of `filters`, a text of ASCII characters; `nil` without the parameter.
    var expression: [UInt8]?

    private static let expressionName = "filters"

    var isEmpty: Bool { entries.isEmpty && expression == nil }

    subscript(name: String) -> JSONValue? {
        get {
            if name == Self.expressionName {
                return expression.map { .string(String(decoding: $0, as: UTF8.self)) }
            }
            return entries.first { $0.name == name }?.value
        }
        set {
            if name == Self.expressionName {
                expression = newValue.map { value in
                    if case .string(let text) = value {
                        Array(text.utf8)
                    } else {
                        Array(value.description.utf8)
                    }
                }
                return
            }
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
            json.plain(formEncoded)
        case .json:
            var expression = expression
            func writeExpression() {
                guard let text = expression else { return }
                json.key(Self.expressionName)
                json.plain(text)
                expression = nil
            }
            for entry in entries {
                if entry.name > Self.expressionName { writeExpression() }
                json.key(entry.name)
                json.value(entry.value)
            }
            writeExpression()
        }
    }

    /// `name=value` sorted by name. Values are percent-encoded except for RFC 3986's unreserved characters; lists are
    /// JSON.
    private var formEncoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024 + (expression?.count ?? 0) * 2)
        var expression = expression
        func appendExpression() {
            guard let text = expression else { return }
            Self.appendName(Self.expressionName, to: &bytes)
            text.withUnsafeBufferPointer { bytes.append(percentEncoded: $0) }
            expression = nil
        }
        for entry in entries {
            if entry.name > Self.expressionName { appendExpression() }
            Self.appendName(entry.name, to: &bytes)
            if case .string(var text) = entry.value {
                text.withUTF8 { bytes.append(percentEncoded: $0) }
            } else {
                var json = JSONWriter()
                json.value(entry.value)
                json.bytes.withUnsafeBufferPointer { bytes.append(percentEncoded: $0) }
            }
        }
        appendExpression()
        return bytes
    }

    private static func appendName(_ name: String, to bytes: inout [UInt8]) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes.append(text: name)
        bytes.append(UInt8(ascii: "="))
    }
}
