import Foundation
import Quire
import SampleModules
import Testing

/// The exact leaf that each typed condition compiles to.
@Suite struct ConditionTests {
    private static let date = Date(timeIntervalSince1970: 1_718_000_000.5)

    @Test("An operator on a key path creates a leaf for its field")
    func operators() {
        let conditions: [(Condition<Books.Fields>, String)] = [
            (\.age == 18, #"{"operation":"=","property":"age","value":18,"type":"number"}"#),
            (\.age != 18, #"{"operation":"!=","property":"age","value":18,"type":"number"}"#),
            (\.age > 18, #"{"operation":">","property":"age","value":18,"type":"number"}"#),
            (\.age >= 18, #"{"operation":">=","property":"age","value":18,"type":"number"}"#),
            (\.rank < 18, #"{"operation":"<","property":"rank","value":18,"type":"number"}"#),
            (\.rank <= 18, #"{"operation":"<=","property":"rank","value":18,"type":"number"}"#),
            (\.price == 3, #"{"operation":"=","property":"price","value":3,"type":"number"}"#),
            (\.price < 0.3, #"{"operation":"<","property":"price","value":0.3,"type":"number"}"#),
            (\.active == true, #"{"operation":"=","property":"active","value":true,"type":"string"}"#),
            (\.title == "x", #"{"operation":"=","property":"title","value":"x","type":"string"}"#),
            (
                \.registration == nil,
                #"{"operation":"=","property":"registration","value":null,"type":"null"}"#
            ),
            (\.status == .live, #"{"operation":"=","property":"status","value":"live","type":"string"}"#),
            (
                \.released > Self.date,
                #"{"operation":">","property":"released","value":1718000000500,"type":"date"}"#
            ),
            (\.author == "a1", #"{"operation":"=","property":"author","value":"a1","type":"string"}"#),
            (\.scores > 3, #"{"operation":">","property":"scores","value":3,"type":"number"}"#),
            (\.scores.any > 3, #"{"operation":">","property":"scores","value":3,"type":"number"}"#),
        ]
        for (condition, text) in conditions { #expect(wire(condition) == text) }
    }

    @Test("An optional variable compares as its value, or as null if it is nil")
    func optionals() {
        var registration: String? = "x"
        let some: Condition<Books.Fields> = \.registration == registration
        registration = nil
        let none: Condition<Books.Fields> = \.registration != registration
        #expect(wire(some) == #"{"operation":"=","property":"registration","value":"x","type":"string"}"#)
        #expect(wire(none) == #"{"operation":"!=","property":"registration","value":null,"type":"null"}"#)
    }

    @Test("A test without an operator is a method in a filter closure and a label elsewhere")
    func tests() {
        typealias Pair = (Query<Books>, Query<Books>, String)
        let books = Books.query()
        let ids: [ContentID<Authors>] = ["a1", "a2"]
        let pairs: [Pair] = [
            (
                books.where(\.status, in: [.live, .draft]), books.filter { $0.status.in([.live, .draft]) },
                #"{"operation":"in","property":"status","value":["live","draft"],"type":"string"}"#
            ),
            (
                books.where(\.age, notIn: []), books.filter { $0.age.notIn([]) },
                #"{"operation":"!in","property":"age","value":[],"type":"number"}"#
            ),
            (
                books.where(\.title, like: "har"), books.filter { $0.title.like("har") },
                #"{"operation":"like","property":"title","value":"har","type":"string"}"#
            ),
            (
                books.where(\.title, contains: "Har"), books.filter { $0.title.contains("Har") },
                #"{"operation":"contains","property":"title","value":"Har","type":"string"}"#
            ),
            (
                books.where(\.registration, hasPrefix: "a"), books.filter { $0.registration.hasPrefix("a") },
                #"{"operation":"hasPrefix","property":"registration","value":"a","type":"string"}"#
            ),
            (
                books.where(\.registration, hasSuffix: "z"), books.filter { $0.registration.hasSuffix("z") },
                #"{"operation":"hasSuffix","property":"registration","value":"z","type":"string"}"#
            ),
            (
                books.where(\.rank, between: 1...3), books.filter { $0.rank.between(1...3) },
                #"{"operation":"between","property":"rank","value":[1,3],"type":"number"}"#
            ),
            (
                books.where(\.tags, contains: "a"), books.filter { $0.tags.contains("a") },
                #"{"operation":"in","property":"tags","value":["a"],"type":"string"}"#
            ),
            (
                books.where(\.editors, containsAny: ids), books.filter { $0.editors.containsAny(ids) },
                #"{"operation":"in","property":"editors","value":["a1","a2"],"type":"string"}"#
            ),
            (
                books.where(\.scores, containsAll: [1, 2]), books.filter { $0.scores.containsAll([1, 2]) },
                #"{"condition":"and","operands":[{"operation":"in","property":"scores","value":[1],"type":"number"},{"operation":"in","property":"scores","value":[2],"type":"number"}]}"#
            ),
            (
                books.where(\.tags == nil), books.filter { $0.tags.isNull },
                #"{"operation":"=","property":"tags","value":null,"type":"null"}"#
            ),
            (
                books.where(\.place != nil), books.filter { $0.place.isNotNull },
                #"{"operation":"!=","property":"place","value":null,"type":"null"}"#
            ),
            (
                books.where(\.place, nearLatitude: 52.5, longitude: 4, within: 500),
                books.filter { $0.place.near(latitude: 52.5, longitude: 4, within: 500) },
                #"{"operation":"near","property":"place","value":[52.5,4,500],"type":"number"}"#
            ),
            (
                books.where(\.place, withinSouth: 52, west: 4, north: 53.5, east: 5),
                books.filter { $0.place.within(south: 52, west: 4, north: 53.5, east: 5) },
                #"{"operation":"within","property":"place","value":[52,4,53.5,5],"type":"number"}"#
            ),
        ]
        for (labelled, built, text) in pairs {
            #expect(wire(labelled.request.filter) == text)
            #expect(built == labelled)
        }
    }

    @Test(
        "Every element is the complement of any element's complement",
        arguments: [
            (\.scores.all > 3, "!<="), (\.scores.all >= 3, "!<"), (\.scores.all < 3, "!>="),
            (\.scores.all <= 3, "!>"),
        ] as [(Condition<Books.Fields>, String)])
    func everyElement(_ condition: Condition<Books.Fields>, _ operation: String) {
        #expect(
            wire(condition) == #"{"operation":"\#(operation)","property":"scores","value":3,"type":"number"}"#
        )
    }

    @Test("A date outside 64 bits of milliseconds becomes a floating-point number, which engines reject")
    func farDates() {
        #expect(Date.distantFuture.filterValue == .date(milliseconds: 64_092_211_200_000))
        #expect(Date(timeIntervalSince1970: 1e300).filterValue == .number(1e303))
        #expect(Date(timeIntervalSince1970: -1e300).filterValue == .number(-1e303))
        #expect(Date(timeIntervalSince1970: -0.0006).filterValue == .date(milliseconds: -1))
    }
}
