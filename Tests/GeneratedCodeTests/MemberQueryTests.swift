import Foundation
import Quire
import Testing

@Suite("Queries over members of objects")
struct MemberQueryTests {
    @Test("A key path through an object names the member by its path")
    func conditions() {
        #expect(
            Books.query().where(\.size.width >= 10 && \.size.unit == .cm).request.filter
                == .and([
                    .leaf(.init(.greaterOrEqual, "size.width", value: .number(10), type: .number)),
                    .leaf(.init(.equal, "size.unit", value: .string("cm"), type: .string)),
                ]))
        #expect(
            Books.query().where(\.size.box.label == "fragile").request.filter
                == .leaf(.init(.equal, "size.box.label", value: .string("fragile"), type: .string)))
    }

    @Test("A draft sets a member, and keeps the others")
    func drafts() {
        var draft = Books.Draft()
        draft.set(\.size.width, to: 12.5)
        draft.set(\.size.box.label, to: nil)
        #expect(!draft.isEmpty)
        #expect(
            draft.debugDescription
                == "draft of books {} with set 12.5 of size.width, set null of size.box.label")
        #expect(draft.modifiers.map(\.field) == ["size", "size"])
        #expect(draft.modifiers.map(\.members) == [["width"], ["box", "label"]])
    }

    @Test("A required member of an object that an item may lack can be compared with nil")
    func absence() {
        #expect(
            Books.query().where(\.size.width == nil).request.filter
                == .leaf(.init(.equal, "size.width", value: .null, type: .null)))
    }

    @Test("A member of listed objects is compared like a single value, and means that of some object")
    func lists() {
        #expect(
            Books.query().where(\.size.history.who == "me").request.filter
                == .leaf(.init(.equal, "size.history.who", value: .string("me"), type: .string)))
        #expect(
            Books.query().where(\.size.history.who, like: "me").request.filter
                == .leaf(.init(.like, "size.history.who", value: .string("me"), type: .string)))
        let day = Date(timeIntervalSince1970: 1)
        #expect(
            Books.query().where(\.size.history.when > day).request.filter
                == .leaf(.init(.greater, "size.history.when", value: .date(milliseconds: 1000), type: .date)))
        #expect(
            Books.query().where(\.size.history.notes, contains: "new").request.filter
                == .leaf(.init(.in, "size.history.notes", value: .list([.string("new")]), type: .string)))
    }

    @Test("In a closure, paths lead through objects, and an object or a list still has its own tests")
    func closures() {
        let width = Filter.leaf(.init(.greater, "size.width", value: .number(3), type: .number))
        let label = Filter.leaf(.init(.equal, "size.box.label", value: .string("x"), type: .string))
        let who = Filter.leaf(.init(.like, "size.history.who", value: .string("me"), type: .string))
        let step = RelationStep(elementsOf: "size.history")
        let query = Books.query().filter {
            $0.size.width > 3
            $0.size.box.label == "x"
            anyOf {
                $0.size.history.who.like("me"); $0.size.width > 3
            }
            $0.size.history.none { $0.who == "me" }
            $0.size == nil
        }
        #expect(
            query.request.filter
                == .and([
                    width, label, .or([who, width]),
                    .none(step, .leaf(.init(.equal, "who", value: .string("me"), type: .string))),
                    .leaf(.init(.equal, "size", value: .null, type: .null)),
                ]))
    }

    @Test("Members are selected by key paths, also those without operators, and objects in objects")
    func selections() throws {
        let selection = Books.query().select(
            \.size.width, \.size.box.note, \.size.box, \.size.history.who, \.size.history, \.title)
        #expect(
            selection.request.fields == [
                "size.width", "size.box.note", "size.box", "size.history.who", "size.history", "title",
            ])
        let page = try selection.decoder.decodePage(
            Data(
                #"""
                [{"id":"1","values":{"title":"Emma","size":{"box":{"note":"old"},"width":2.5,
                  "history":[{"who":"me","when":0},{},{"who":"you"}]}}},
                 {"id":"2","values":{"title":"Ada"}}]
                """#.utf8))
        let row: (Double?, String?, Books.Size.Box?, [String], [Books.Size.History], String) = page.items[0]
        #expect(row.0 == 2.5)
        #expect(row.1 == "old")
        #expect(row.2 == Books.Size.Box(note: "old"))
        #expect(row.3 == ["me", "you"])
        #expect(row.4.map(\.who) == ["me", nil, "you"])
        #expect(row.5 == "Emma")
        let absent = page.items[1]
        #expect(absent.0 == nil && absent.1 == nil && absent.2 == nil && absent.3 == [] && absent.4 == [])
    }

    @Test("Members sort, are facets, and limit a search")
    func otherQueries() {
        let request = Books.query().sort(by: \.size.width, .descending).facet(\.size.unit)
            .facet(\.size.history.notes).request
        #expect(request.sort == [SortKey(.value("size.width"), .descending)])
        #expect(request.facets.map(\.field) == ["size.unit", "size.history.notes"])
        #expect(request.facets.map(\.isDisjunctive) == [true, false])
        #expect(
            Books.query().search("me", in: \.size.history.who).request.text?.fields
                == ["size.history.who"])
    }

    @Test("A condition on one object of a list names the list by its path")
    func elements() {
        let step = RelationStep(elementsOf: "size.history")
        let who = Filter.leaf(.init(.equal, "who", value: .string("me"), type: .string))
        let note = Filter.leaf(.init(.in, "notes", value: .list([.string("new")]), type: .string))
        #expect(
            Books.query().where(any: \.size.history) {
                $0.who == "me"; $0.notes.contains("new")
            }.request.filter
                == .any(step, .and([who, note])))
        #expect(
            Books.query().where(none: \.size.history) { $0.who == "me" }.request.filter
                == .none(step, who))
        let early = Date(timeIntervalSince1970: 1)
        #expect(
            Books.query().where(every: \.size.history) { $0.when < early }.request.filter
                == .none(
                    step,
                    .or([
                        .leaf(.init(.greaterOrEqual, "when", value: .date(milliseconds: 1000), type: .date)),
                        .leaf(.init(.equal, "when", value: .null, type: .null)),
                    ])))
        let condition = Books.query().where(any: \.size.history) { $0.who == "me" }
        #expect("\(condition.request.filter ?? .and([]))" == #"any size.history (who = "me")"#)
        #expect(
            Books.query().where(!(\.size.width > 10)).where(none: \.size.history) { _ in }.request.filter
                == Books.query().where(!(\.size.width > 10)).request.filter)
    }

    @Test("The negation of an ordering of a single member is the opposite ordering or no value")
    func negation() {
        #expect(
            Books.query().where(!(\.size.width > 10)).request.filter
                == .or([
                    .leaf(.init(.lessOrEqual, "size.width", value: .number(10), type: .number)),
                    .leaf(.init(.equal, "size.width", value: .null, type: .null)),
                ]))
    }
}
