import Foundation
import Quire

/// Books with popularity, made from a seed of their own, and queries as people type them.
enum RankedShelf {
    static let module = ModuleDescriptor(
        name: "shelf", ranking: RankingDescriptor(popularity: "readers"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "names", kind: .list(.text), searchWeight: 6),
            FieldDescriptor(name: "readers", kind: .integer, isSortable: true),
            FieldDescriptor(name: "shelfmark", kind: .choice, facet: .disjunctive),
        ])

    /// The same without a popularity.
    static let unrated = ModuleDescriptor(name: "unrated", fields: module.fields.fields)

    private static let titles = [
        "Harry Potter and the Half-Blood Prince", "Harry Potter and the Goblet of Fire", "Moby Dick",
        "The Hitchhiker's Guide to the Galaxy", "The Hitch Hikers of Sector 7", "Catch-22", "Catch Seven",
        "Half a King", "Blood of Half Men", "The Prince", "A Prince of Mars", "Traveler's Notes",
        "The Time Machine", "Time Machines", "The Da Vinci Code", "It", "It Ends Here", "X-Men",
        "War and Peace",
        "Peace and War", "War",
    ]

    private static let names = [
        "J.K. Rowling", "Herman Melville", "H. G. Wells", "H G Bowen", "Douglas Adams", "Stephen King",
        "Niccolò Machiavelli", "Leo Tolstoy", "Dan Brown",
    ]

    static let lines: [String] = {
        var lines = titles.enumerated().map { index, title in
            line("t\(index)", title, [names[index % names.count]], readers: (index * 7919) % 5000 + 1, index)
        }
        // More books than are weighed, most of them less popular.
        for index in 0..<600 {
            lines.append(
                line(
                    "s\(String(format: "%03d", index))", "Saga of the Sea, Vol. \(index)",
                    [names[index % names.count]], readers: (index * 104_729) % 90_000, index))
        }
        lines.append(#"{"id":"none","name":"","values":{"title":"The Sea Prince","shelfmark":"a"}}"#)
        return lines
    }()

    private static func line(
        _ id: String, _ title: String, _ names: [String], readers: Int, _ number: Int
    ) -> String {
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        return
            #"{"id":"\#(id)","name":"","values":{"title":"\#(title)","names":[\#(list)],"readers":\#(readers),"#
            + #""shelfmark":"\#(["a", "b", "c"][number % 3])"}}"#
    }

    /// Each finds less than is weighed, so that its order is exact.
    static let queries = [
        "harry potter", "potter harry", "hary poter", "harrypotter", "half blood", "halfblood prince",
        "half-blood",
        "moby dick", "mobydick", "mobby dck", "moby dikc", "hitchhikers guide", "hitch hikers", "catch 22",
        "catch22",
        "catch 7", "seven catch", "the prince", "prince", "princ", "pri", "jk rowling", "j k rowling",
        "j.k. row",
        "hg wells", "h g", "travelers notes", "traveller notes", "time machine", "times machine",
        "davinci code",
        "da vinci cod", "it", "it e", "xmen", "war", "war and peace", "wars", "machiaveli",
        "machiavelli prince",
        "harry potter xylophone", "goblet fire potter wells", "zzzz", "", "?",
    ]
}
