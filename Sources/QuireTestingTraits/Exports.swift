// `InMemoryEngine`, `Fixtures`, and queries, for tests that import only this library and the target of the schema.
@_exported public import Quire
@_exported public import QuireTesting
