import QuireGenerator
import QuireSchema

/// The content that the samples in doc comments query, with Swift code generated as for an app.
enum DocumentedContent {
    static func source() throws -> String {
        let document = SchemaDocument(path: "documented.json", text: schema)
        let (schema, diagnostics) = readSchema(documents: [document])
        guard let schema else {
            throw Compiler.Failure(description: "the schema of the samples has mistakes: \(diagnostics)")
        }
        return generate(schema).files.map(\.text).joined(separator: "\n")
    }

    private static let schema = #"""
        {
          "quire": 1,
          "enums": [{ "name": "Language", "values": [{ "name": "eng", "swiftName": "english" }, { "name": "fre", "swiftName": "french" }] }],
          "modules": [
            { "name": "books", "item": "Book", "fields": [
              { "name": "title", "type": "text", "required": true, "sortable": true, "searchable": 10 },
              { "name": "age", "type": "integer", "sortable": true },
              { "name": "subtitle", "type": "text", "searchable": true },
              { "name": "summary", "type": "text" },
              { "name": "blurb", "type": "text" },
              { "name": "text", "type": "text" },
              { "name": "registration", "type": "text" },
              { "name": "price", "type": "number", "facet": "disjunctive" },
              { "name": "rating", "type": "number", "sortable": true },
              { "name": "rank", "type": "integer", "sortable": true },
              { "name": "year", "type": "integer", "facet": "disjunctive" },
              { "name": "active", "type": "boolean" },
              { "name": "featured", "type": "boolean" },
              { "name": "status", "type": "choice", "values": ["draft", "live", "archived"] },
              { "name": "released", "type": "date", "format": "dateOnly", "sortable": true },
              { "name": "language", "type": "choice", "enum": "Language", "facet": "disjunctive" },
              { "name": "category", "type": "text", "facet": "hierarchical" },
              { "name": "brand", "type": "text", "facet": "disjunctive" },
              { "name": "lvl0", "type": "text", "facet": "disjunctive" },
              { "name": "lvl1", "type": "text", "facet": "disjunctive" },
              { "name": "lvl2", "type": "text", "facet": "disjunctive" },
              { "name": "genres", "type": "list", "of": { "type": "text" }, "facet": "conjunctive" },
              { "name": "tags", "type": "list", "of": { "type": "text" } },
              { "name": "scores", "type": "list", "of": { "type": "integer" } },
              { "name": "place", "type": "geopoint" }, { "name": "cover", "type": "image" },
              { "name": "author", "type": "relation", "module": "authors", "facet": "disjunctive" },
              { "name": "editors", "type": "relations", "module": "authors" }
            ] },
            { "name": "authors", "item": "Author", "fields": [
              { "name": "name", "type": "text", "required": true }, { "name": "fullName", "type": "text", "sortable": true },
              { "name": "publisher", "type": "relation", "module": "publishers" }
            ] },
            { "name": "artworks", "item": "Artwork", "fields": [
              { "name": "title", "type": "text", "required": true },
              { "name": "dateRange", "type": "object", "fields": [
                { "name": "startYear", "type": "integer", "sortable": true }, { "name": "text", "type": "text" }] },
              { "name": "contributors", "type": "list", "of": { "type": "object", "fields": [
                { "name": "name", "type": "text", "operators": ["=", "!=", "like"] }, { "name": "role", "type": "text", "facet": "disjunctive" },
                { "name": "artist", "type": "relation", "module": "artists", "operators": ["=", "!=", "in", "!in"] }] } },
              { "name": "publication", "type": "object", "fields": [
                { "name": "publisher", "type": "relation", "module": "publishers", "facet": "disjunctive" }] }] },
            { "name": "artists", "item": "Artist", "fields": [{ "name": "name", "type": "text", "required": true, "sortable": true }] },
            { "name": "publishers", "item": "Publisher", "fields": [{ "name": "title", "type": "text", "required": true, "sortable": true }] },
            { "name": "reviews", "item": "Review", "fields": [{ "name": "stars", "type": "integer" }] },
            { "name": "shops", "item": "Shop", "fields": [{ "name": "place", "type": "geopoint" }] },
            { "name": "labels", "item": "LabelItem", "fields": [
              { "name": "key", "type": "text", "required": true }, { "name": "text", "type": "localizedText", "required": true }] },
            { "name": "queries", "item": "SavedQuery", "fields": [
              { "name": "text", "type": "text", "required": true }, { "name": "popularity", "type": "integer", "sortable": true }] }
          ]
        }
        """#
}
