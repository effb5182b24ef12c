// `InMemoryEngine` and `Fixtures`, for tests that import only this library.
@_exported public import QuireTesting
