import Quire
import QuireTesting
import SampleModules

extension InMemoryEngine {
    /// Books `b0`, `b1` and so on by Jane, whose ages are their numbers.
    static func shelf(_ count: Int = 7) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(Authors.self, [Author(id: "a1", values: Authors.Values(fullName: "Jane"))])
        await engine.add(
            Books.self,
            (0..<count).map { number in
                Book(
                    id: ContentID("b\(number)"),
                    values: Books.Values(title: "Book \(number)", age: number, author: Relation("a1")))
            })
        return engine
    }
}
