public import Foundation
public import Quire

// Selections of members of objects, and what they must return.

extension Artworks {
    /// A row with members of an object, and with those of listed objects.
    public struct Row: Sendable, Equatable {
        public var id: String
        public var start: Int?
        public var text: String?
        public var names: [String]
        public var born: [Date]
        public var marks: [String]
        public var homes: [String]
        public var cities: [String]
        public var places: [Place]
    }

    public static func rows(of query: Query<Artworks>) -> Selection<Artworks, Row> {
        query.select(
            \.id, \.makers.name, \.period.text, \.period.start, \.makers.born, \.makers.marks,
            \.makers.home.city, \.makers.places.city, \.makers.places,
            as: { id, names, text, start, born, marks, homes, cities, places in
                Row(
                    id: id.rawValue, start: start, text: text, names: names, born: born, marks: marks,
                    homes: homes, cities: cities, places: places)
            })
    }

    public static let lines = [
        #"{"id":"a1","values":{"title":"Sea","period":{"start":1805,"end":1810,"text":"c. 1805"},"makers":[{"name":"Ann","born":"1775-04-23","marks":["x","y"],"home":{"city":"Kent"},"places":[{"city":"Bath"},{"city":"Rome"}]},{"marks":["z"],"name":"Bob"}]}}"#,
        // Another order of keys, and what no schema knows.
        #"{"id":"a2","values":{"makers":[{"places":[{"city":"Ulm","x":1}],"other":{"name":"no"},"name":"Cy"},{}],"period":{"text":"old","end":7,"start":6},"title":"Sky"}}"#,
        #"{"id":"a3","values":{"title":"Tree","period":null,"makers":[{"name":null,"home":null,"places":[]}]}}"#,
        #"{"id":"a4","values":{"title":"Hill","makers":[]}}"#,
        #"{"id":"a5","values":{}}"#,
    ]

    /// The rows of the lines, worked out by hand.
    public static let rows: [Row] = [
        Row(
            id: "a1", start: 1805, text: "c. 1805", names: ["Ann", "Bob"],
            born: [Date(timeIntervalSince1970: -6_143_904_000)], marks: ["x", "y", "z"], homes: ["Kent"],
            cities: ["Bath", "Rome"], places: [Place(city: "Bath"), Place(city: "Rome")]),
        Row(
            id: "a2", start: 6, text: "old", names: ["Cy"], born: [], marks: [], homes: [], cities: ["Ulm"],
            places: [Place(city: "Ulm")]),
        empty("a3"), empty("a4"), empty("a5"),
    ]

    private static func empty(_ id: String) -> Row {
        Row(
            id: id, start: nil, text: nil, names: [], born: [], marks: [], homes: [], cities: [], places: [])
    }
}
