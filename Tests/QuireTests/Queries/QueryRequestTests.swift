import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing

/// The effect of each call of a query on its request.
@Suite struct QueryRequestTests {
    @Test("Conditions of several calls are joined by and, in order")
    func conditions() {
        let query = Books.query().where(\.age >= 18, \.title != "x").where(\.rank == nil || \.rank > 3)
            .filter { $0.price < 5 }
        #expect(
            query.request.filter?.description
                == #"age >= 18 and title != "x" and (rank = null or rank > 3) and price < 5.0"#)
        #expect(Books.query().request.filter == nil)
    }

    @Test("Metadata has its own filter")
    func metadata() {
        let now = Date(timeIntervalSince1970: 10)
        let query = Books.query().filterMeta {
            $0.publishedAt <= now; $0.removedAt == nil || $0.removedAt > now
        }
        .filterMeta { $0.name.like("har") }.filterMeta { $0.createdBy == "a" || $0.updatedBy == nil }
        #expect(
            query.request.metaFilter?.description
                == #"publishedAt <= 1970-01-01T00:00:10Z and (removedAt = null or removedAt > 1970-01-01T00:00:10Z) and name like "har" and (createdBy = "a" or updatedBy = null)"#
        )
        #expect(query.request.filter == nil)
    }

    @Test("Engines support every metadata field")
    func metadataTable() {
        let names = [
            (\MetaFields.name).fieldName, (\MetaFields.createdAt).fieldName,
            (\MetaFields.updatedAt).fieldName,
            (\MetaFields.publishedAt).fieldName, (\MetaFields.removedAt).fieldName,
            (\MetaFields.archivedAt).fieldName,
            (\MetaFields.deletedAt).fieldName, (\MetaFields.createdBy).fieldName,
            (\MetaFields.updatedBy).fieldName,
            (\MetaFields.deletedBy).fieldName,
        ]
        for name in names { #expect(MetaFields.table[name]?.isSortable == true, "\(name)") }
    }

    @Test("Sort keys keep the order of the calls")
    func order() {
        let query = Books.query().sort(by: \.rank, .descending, nulls: .last).sort(by: \.updatedAt)
            .sort(by: \Books.Fields.title)
        #expect(
            query.request.sort == [
                SortKey(.value("rank"), .descending, nulls: .last), SortKey(.metadata("updatedAt")),
                SortKey(.value("title")),
            ])
    }

    @Test("Relations: each path is included once, looked up by ids or at all")
    func relations() {
        let query = Books.query().include(\.author, \.editors).include(\.author, \.author.publisher)
            .include(\.editors.mentor.publisher).related(\.author, to: ["a1", "a2"]).related(\.editors)
        #expect(
            query.request.include.map(\.fields) == [
                ["author"], ["editors"], ["author", "publisher"], ["editors", "mentor", "publisher"],
            ])
        #expect(
            query.request.related == [
                RelatedItems(field: "author", ids: ["a1", "a2"]), RelatedItems(field: "editors", ids: nil),
            ])
    }

    @Test("For the other settings, the last call wins")
    func options() {
        let tag = Tag(name: "Platform Name", value: "ios")
        let query = Books.query().ids(["b1"]).locale("en-US").tags([tag], mode: .total).halo(serverCache: 60)
            .search("emma").lenient().keepUnknownValues().skipTotal().page(2, size: 25)
        var request = SearchRequest(module: Books.descriptor)
        request.ids = ["b1"]
        request.locale = "en-US"
        request.segment = Segment(tags: [tag], mode: .total)
        request.serverCache = 60
        request.text = TextSearch("emma")
        request.decoding.mode = .lenient
        request.decoding.keepsUnknownValues = true
        request.countsTotal = false
        request.page = .page(2, size: 25)
        #expect(query.request == request)
        #expect(query.page(.offset(40, limit: 20)).request.page == .offset(40, limit: 20))
        #expect(query.page(.all).request.page == .all)
        let cursor = Cursor(token: "t")
        #expect(query.page(.cursor(cursor, limit: 5)).request.page == .cursor(cursor, limit: 5))
    }

    @Test("A query is a value: each call changes a copy")
    func value() {
        let all = Books.query()
        let some = all.where(\.age > 3)
        #expect(all == Books.query())
        #expect(some != all)
        #expect(Set([all, some, Books.query()]).count == 2)
    }

    @Test("A selection requests only its fields, without included items")
    func selection() {
        let selection = Books.query().include(\.author).select(\.title, \.rank, \.author)
        #expect(selection.request.fields == ["title", "rank", "author"])
        #expect(selection.request.include.isEmpty)
        #expect(selection.decoder.fields == [0, 5, 11])
        let typed: Selection<Books, (String, Int?, ContentID<Authors>?)> = selection
        #expect(typed.request.module == Books.descriptor)
    }
}
