import Foundation
import Quire
import SampleModules
import Testing

@Suite struct ContentDraftTests {
    private func json(_ draft: Books.Draft) -> String {
        var json = JSONWriter()
        draft.writeValues(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("A draft writes set and cleared fields in the schema's order, and omits the others")
    func values() {
        var draft = Books.Draft()
        draft.released = .set(Date(timeIntervalSince1970: 86_400))
        draft.tags = .set(["a", "b"])
        draft.registration = .clear
        draft.title = .set("Emma")
        draft.status = .set(.live)
        draft.author = .set("a1")
        draft.scores = .clear
        #expect(
            json(draft)
                == #"{"title":"Emma","registration":null,"status":"live","released":"1970-01-02","tags":["a","b"],"scores":null,"author":"a1"}"#
        )
    }

    @Test("A field's change can be read and undone")
    func states() {
        var draft = Books.Draft()
        #expect(draft.rank == .leave)
        #expect(draft.isEmpty)
        draft.rank = .set(3)
        #expect(draft.rank == .set(3))
        draft.rank = .clear
        #expect(draft.rank == .clear)
        #expect(draft.rank.kind == .clear)
        draft.rank = .leave
        #expect(draft.isEmpty)
        #expect(json(draft) == "{}")
    }

    @Test("Drafts are equal if their changes are equal")
    func equality() {
        var (one, other) = (Books.Draft(), Books.Draft())
        one.age = .set(3)
        #expect(one != other)
        other.age = .set(3)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        one.registration = .clear
        other.registration = .set("x")
        #expect(one != other)
    }
}
