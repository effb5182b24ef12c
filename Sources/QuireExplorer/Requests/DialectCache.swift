import QuireCore

/// The dialects of the current schema. They are made when they are needed first.
actor DialectCache {
    private let engines: [ExploredEngine]
    private var made: (revision: Int, dialects: [Dialect])?

    init(_ engines: [ExploredEngine]) { self.engines = engines }

    func dialects(_ reading: CurrentSchema.Reading) async -> [Dialect] {
        if let made, made.revision == reading.revision { return made.dialects }
        let dialects = await Dialect.all(engines, modules: reading.schema.descriptors)
        made = (reading.revision, dialects)
        return dialects
    }
}
