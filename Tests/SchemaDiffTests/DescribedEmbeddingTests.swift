import QuireCore
import Testing

@Suite("The embedding of a module in generated code")
struct DescribedEmbeddingTests {
    @Test("Generated code describes the embedding of a module to the run-time libraries")
    func describedEmbedding() throws {
        let schema = """
            {"quire": 1, "modules": [{"name": "m",
             "embedding": {"of": ["b", "a"], "dimensions": 384, "model": "a \\"quoted\\" name"},
             "fields": [{"name": "a", "type": "text", "searchable": true},
              {"name": "b", "type": "html", "searchable": 2}]}]}
            """
        let pair = try SchemaPair(schema, schema)
        #expect(
            try pair.new.descriptors.first?.embedding
                == EmbeddingDescriptor(of: ["b", "a"], dimensions: 384, model: "a \"quoted\" name"))
    }
}
