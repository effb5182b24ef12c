import Foundation
import QuireCore

/// How stored instances are written in a response: with their module's id, every key of an instance, and texts in the
/// requested language.
struct InstanceFormat: Sendable {
    let modules: [String: Module]
    /// The locales to look for a text in, best first. If empty, all texts are written.
    let languages: [String]
    /// Whether relations may hold items.
    let includesItems: Bool

    /// What the format needs of a module.
    struct Module: Sendable {
        var id: String
        var shapes: [String: ValueShape]
        var hasLocalizedTexts: Bool

        init(_ module: ServedModule) {
            id = module.id
            shapes = ValueShape.shapes(of: module.descriptor.fields)
            hasLocalizedTexts = shapes.values.contains { $0.holdsText }
        }
    }
}

extension InstanceFormat {
    /// Writes a page of one module that the store returned.
    func page(_ data: Data, of module: String) throws -> [UInt8] {
        try copy(data, capacity: data.count * 5 / 4) { (copy, json) throws(ValueDecodingError) in
            try copy.page(&json, of: module)
        }
    }

    /// Reads the store's JSON, and returns the bytes that the closure wrote.
    func copy(
        _ data: Data, capacity: Int = 512,
        _ body: (inout InstanceCopy, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws -> [UInt8] {
        try data.withUnsafeBytes { bytes in
            var copy = InstanceCopy(self, bytes, into: JSONWriter(capacity: capacity))
            try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                try body(&copy, &json)
            }
            return copy.out.bytes
        }
    }
}
