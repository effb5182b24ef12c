import Quire
import Testing

/// An engine that the suite holds to the semantics: how to fill it, and what it may refuse.
protocol EngineUnderTest: Sendable, CustomTestStringConvertible {
    var name: String { get }

    /// A fresh engine with a module's instances, given as lines of JSON.
    func load(_ lines: [String], into module: ModuleDescriptor) async throws -> any ContentEngine

    /// Whether the engine can express a filter; what it cannot, it must refuse with `UnsupportedError`.
    func supports(_ leaf: Filter.Leaf, of module: ModuleDescriptor) -> Bool
}

extension EngineUnderTest {
    var testDescription: String { name }

    func supports(_ leaf: Filter.Leaf, of module: ModuleDescriptor) -> Bool { true }
}

/// The id of an instance.
func idOfInstance(_ instance: JSONValue) -> String {
    guard case .object(let members) = instance,
        case .string(let id)? = members.first(where: { $0.name == "id" })?.value
    else { return "" }
    return id
}
