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

/// The formats of instances, by locale.
struct InstanceFormats: Sendable {
    private let modules: [String: InstanceFormat.Module]
    private let locales: [LocaleDescriptor]

    init(_ catalog: ModuleCatalog, locales: [LocaleDescriptor]) {
        var modules: [String: InstanceFormat.Module] = [:]
        for module in catalog.modules { modules[module.name] = InstanceFormat.Module(module) }
        self.modules = modules
        self.locales = locales
    }

    /// The format of a request's response.
    ///
    /// - Parameter locale: Where texts are looked for: in the locale, its fallbacks, then the schema's first locale.
    ///   `nil` writes the texts of all locales.
    func format(locale: String?, includesItems: Bool = false) -> InstanceFormat {
        InstanceFormat(modules: modules, languages: languages(locale), includesItems: includesItems)
    }

    private func languages(_ locale: String?) -> [String] {
        guard let locale else { return [] }
        let fallbacks = locales.first { $0.name == locale }?.fallbacks ?? []
        return [locale] + fallbacks + locales.prefix(1).map(\.name)
    }
}

/// The parts of a value that a response writes differently from how they are stored: texts in one language, included
/// items.
indirect enum ValueShape: Sendable {
    case plain
    case localizedText
    /// An item of that module if it is included, else its id.
    case item(of: String)
    case object([String: ValueShape])
    case list(ValueShape)

    init(_ kind: FieldKind) {
        switch kind {
        case .localizedText: self = .localizedText
        case .relation(let module): self = .item(of: module)
        case .relations(let module): self = .list(.item(of: module))
        case .list(let element):
            let shape = ValueShape(element)
            if case .plain = shape { self = .plain } else { self = .list(shape) }
        case .object(let table):
            let shapes = Self.shapes(of: table)
            self = shapes.isEmpty ? .plain : .object(shapes)
        default: self = .plain
        }
    }

    /// The shapes of a table's fields, by wire name. Fields that are written as they are stored are left out.
    static func shapes(of table: FieldTable) -> [String: ValueShape] {
        var shapes: [String: ValueShape] = [:]
        for field in table.fields {
            let shape = ValueShape(field.kind)
            if case .plain = shape { continue }
            if shapes[field.name] == nil { shapes[field.name] = shape }
        }
        return shapes
    }
}

extension ValueShape {
    /// Whether it holds localized texts.
    var holdsText: Bool {
        switch self {
        case .plain, .item: false
        case .localizedText: true
        case .object(let shapes): shapes.values.contains { $0.holdsText }
        case .list(let element): element.holdsText
        }
    }
}
