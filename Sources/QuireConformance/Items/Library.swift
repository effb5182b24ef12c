import Foundation
import QuireCore

/// Three novels and two writers, as lines of JSON and as the expected typed items.
enum Library {
    static let tables = [
        DocumentTable(Novels.descriptor, lines: novelLines, tidyLines: novelLines),
        DocumentTable(Writers.descriptor, lines: writerLines, tidyLines: writerLines),
    ]

    /// With the metadata that a content server adds to each item: the module's id, the customer, the revision.
    private static let novelLines = [
        #"""
        {"id":"b2","name":"P","module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,"revision":0,"tags":[{"name":"new"}],"values":{"title":"Persuasion","age":16,"price":2,"active":false}}
        """#,
        #"""
        {"id":"b'1","name":"Emma","createdAt":1419769800123,"createdBy":"Ann","revision":2,"module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,
        "tags":[{"name":"brand","value":"A"}],"values":{"title":"Emma","age":12,"price":7.5,"active":true,
        "status":"live","released":"1969-12-31","tags":["classic","it's"],"scores":[9007199254740993,-1],
        "author":"a1","editors":["a2","lost","a1"]}}
        """#,
        #"""
        {"id":"b3","name":"Evelina","module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,"revision":0,"tags":[{"name":"brand","value":"A"},{"name":"new"}],
        "values":{"title":"Evelina","age":9,"price":-0.5,"active":true,"author":"a2"}}
        """#,
    ].map { $0.replacing("\n", with: "") }

    private static let writerLines = [
        #"{"id":"a1","values":{"fullName":"Jane Austen"}}"#,
        #"{"id":"a2","values":{"fullName":"Agnes Grey","mentor":"a1"}}"#,
    ]

    /// The items of the lines, sorted by title.
    static let novels: [Novel] = {
        var emma = Novel(
            id: "b'1", name: "Emma",
            values: .init(
                title: "Emma", age: 12, price: 7.5, status: .live,
                released: Date(timeIntervalSince1970: -86_400),
                tags: ["classic", "it's"], scores: [9_007_199_254_740_993, -1], author: Relation("a1"),
                editors: [Relation("a2"), Relation("lost"), Relation("a1")]))
        emma.metadata.createdAt = Date(timeIntervalSince1970: 1_419_769_800.123)
        emma.metadata.createdBy = "Ann"
        emma.metadata.revision = 2
        emma.metadata.tags = [Tag(name: "brand", value: "A", tagType: nil)]
        var evelina = Novel(
            id: "b3", name: "Evelina",
            values: .init(title: "Evelina", age: 9, price: -0.5, author: Relation("a2")))
        evelina.metadata.tags = [
            Tag(name: "brand", value: "A", tagType: nil), Tag(name: "new", tagType: nil),
        ]
        var persuasion = Novel(
            id: "b2", name: "P", values: .init(title: "Persuasion", age: 16, price: 2, active: false))
        persuasion.metadata.tags = [Tag(name: "new", tagType: nil)]
        return [emma, evelina, persuasion].map { novel in
            var novel = novel
            novel.metadata.module = "bcdaf7a0c60152f8d2b8e69d"
            novel.metadata.customerId = 1
            novel.metadata.revision = novel.metadata.revision ?? 0
            return novel
        }
    }()
}
