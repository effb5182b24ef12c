#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// Searches by language for a word of which the content has other forms.
@Suite("Search for forms of a word by language")
struct WordFormSearchTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let locale: String
        let query: String
        /// The other forms that are found, in any order.
        let forms: [String]
        let others: [String]

        init(_ locale: String, query: String, forms: [String], others: [String]) {
            (self.locale, self.query, self.forms, self.others) = (locale, query, forms, others)
        }

        var testDescription: String { "\(query) (\(locale))" }
    }

    private static let module = ModuleDescriptor(
        name: "works", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    @Test(
        "The word as typed is found first, then its forms, in memory and in the store",
        arguments: [
            Sample("fr", query: "aimer", forms: ["aimée", "aimait"], others: ["armer", "ami"]),
            Sample("fr-CA", query: "première", forms: ["premiers", "premier"], others: ["prière"]),
            Sample("fr", query: "activité", forms: ["actives", "activités"], others: ["acteur"]),
            Sample("es", query: "cantar", forms: ["cantó", "cantarían", "cantábamos"], others: ["cuento"]),
            Sample("es-MX", query: "canción", forms: ["canciones"], others: ["cancelar"]),
            Sample("es", query: "comía", forms: ["comer", "comió"], others: ["camino"]),
            Sample("it", query: "parlare", forms: ["parlava", "parlerà"], others: ["parete"]),
            Sample("it-CH", query: "libro", forms: ["libri"], others: ["labbro"]),
            Sample("pt-BR", query: "informação", forms: ["informações", "informar"], others: ["infância"]),
            Sample("pt_PT", query: "cantará", forms: ["cantar", "cantávamos"], others: ["contar"]),
            Sample("nl", query: "lopen", forms: ["loopt", "gelopen"], others: ["laden"]),
            Sample("nl-BE", query: "gelopen", forms: ["lopen", "loopt"], others: ["gelaten"]),
            Sample("nl", query: "geloven", forms: ["gelooft"], others: ["gebouw"]),
            Sample("ru", query: "книга", forms: ["книги", "книгой"], others: ["книжка"]),
            Sample("ru-RU", query: "зелёный", forms: ["зеленая"], others: ["земля"]),
        ])
    func forms(_ sample: Sample) async throws {
        // The word as typed comes last, so that the order of the ids does not decide.
        let titles = sample.others + sample.forms + [sample.query]
        let lines = titles.enumerated().map { number, title in
            #"{"id":"\#(number)","values":{"title":\#(JSONValue.string(title))}}"#
        }
        let analyzer = TextAnalyzer(locale: sample.locale)
        var options = StoreOptions()
        options.analyzer = analyzer
        let store = try await Store(.memory, modules: [Self.module], options: options)
        try await store.load(Self.module, lines)
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(sample.query))
        request.page = .all
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let memory = try InstanceSearch(request, analyzer: analyzer).page(of: instances)
        let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
        #expect(response.items == memory.instances.map(\.instanceID))
        let found = memory.instances.map { titles[Int($0.instanceID) ?? 0] }
        #expect(found.first == sample.query)
        #expect(Set(found.dropFirst()) == Set(sample.forms), "\(found)")
        #expect(found.count == sample.forms.count + 1)
    }

    @Test("Another language has no such forms")
    func otherLanguage() throws {
        let lines = ["lopen", "gelopen"].enumerated().map { number, title in
            #"{"id":"\#(number)","values":{"title":"\#(title)"}}"#
        }
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all("lopen"))
        for (locale, count) in [("nl", 2), ("en", 1)] {
            let page = try InstanceSearch(request, analyzer: TextAnalyzer(locale: locale)).page(of: instances)
            #expect(page.instances.count == count)
        }
    }
}
#endif
