#if SQLite
import Foundation
import QuireCore
import QuireStore
import QuireToolbox

/// HALO's content API over a store.
final class ContentAPI: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let locales: [LocaleDescriptor]
    let options: DevelopmentServer.Options
    let clock = ServerClock()
    let tokens: TokenIssuer
    let guesses = GuessLimit()
    let registry = Registry()
    /// Milliseconds since 1970.
    let startedAt = TokenIssuer.now
    private let answered: [String: InstanceAnswer.AnsweredModule]

    init(store: Store, catalog: ModuleCatalog, options: DevelopmentServer.Options) {
        self.store = store
        self.catalog = catalog
        self.options = options
        locales = options.locales
        tokens = TokenIssuer(lifetime: Int64(options.tokenLifetime) * 1_000)
        var answered: [String: InstanceAnswer.AnsweredModule] = [:]
        for module in catalog.modules { answered[module.name] = InstanceAnswer.AnsweredModule(module) }
        self.answered = answered
    }

    /// Returns the writer for instances in the response to a request.
    func instances(locale: String?, includesItems: Bool = false) -> InstanceAnswer {
        InstanceAnswer(modules: answered, languages: languages(locale), includesItems: includesItems)
    }

    /// The locales to look for a text in: the requested one, its fallbacks, then the schema's first locale.
    private func languages(_ locale: String?) -> [String] {
        guard let locale else { return [] }
        let fallbacks = locales.first { $0.name == locale }?.fallbacks ?? []
        return [locale] + fallbacks + locales.prefix(1).map(\.name)
    }
}

extension InstanceAnswer {
    /// Writes a page of one module, as the store returns it, in the form of a response.
    func page(_ data: Data, of module: String) throws -> [UInt8] {
        try copy(data, capacity: data.count * 5 / 4) { (copy, json) throws(DecodingFailure) in
            try copy.page(&json, of: module)
        }
    }

    /// Parses JSON from the store and returns the bytes that the closure wrote.
    func copy(
        _ data: Data, capacity: Int = 512,
        _ body: (inout InstanceCopy, inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws -> [UInt8] {
        try data.withUnsafeBytes { bytes in
            var copy = InstanceCopy(self, bytes, into: JSONWriter(capacity: capacity))
            try JSONCursor.withCursor(over: bytes) { (json) throws(DecodingFailure) in try body(&copy, &json)
            }
            return copy.out.bytes
        }
    }
}
#endif
