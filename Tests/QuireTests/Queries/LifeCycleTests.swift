import Foundation
import Quire
import SampleModules
import Testing

/// The life-cycle filters of HALO's clients, node by node (reference: HALO's protocol, §1.7).
@Suite struct LifeCycleTests {
    private let now = Date(timeIntervalSince1970: 1_475_000_000)

    private func no(_ property: String) -> String {
        #"{"operation":"=","property":"\#(property)","value":null,"type":"null"}"#
    }

    private func time(_ property: String, _ operation: String, _ milliseconds: Int = 1_475_000_000_000)
        -> String
    {
        #"{"operation":"\#(operation)","property":"\#(property)","value":\#(milliseconds),"type":"date"}"#
    }

    private func and(_ operands: String...) -> String {
        #"{"condition":"and","operands":[\#(operands.joined(separator: ","))]}"#
    }

    private func or(_ operands: String...) -> String {
        #"{"condition":"or","operands":[\#(operands.joined(separator: ","))]}"#
    }

    @Test("Drafts are items that were never published, archived, removed or deleted")
    func drafts() {
        #expect(
            wire(Books.query().drafts().request.metaFilter)
                == and(no("publishedAt"), no("archivedAt"), no("removedAt"), no("deletedAt")))
    }

    @Test("Published items match HALO's own filter, and one without archived items")
    func published() {
        #expect(
            wire(Books.query().published(at: now).request.metaFilter)
                == and(
                    time("publishedAt", "<="), or(time("removedAt", ">"), no("removedAt")), no("deletedAt")))
        #expect(
            wire(Books.query().published(at: now, excludingArchived: true).request.metaFilter)
                == and(
                    or(no("removedAt"), time("removedAt", ">")), no("deletedAt"), time("publishedAt", "<="),
                    no("archivedAt")))
    }

    @Test("Expired, archived and updated items")
    func others() {
        #expect(
            wire(Books.query().expired(at: now).request.metaFilter)
                == and(time("removedAt", "<="), no("deletedAt")))
        #expect(
            wire(Books.query().archived(at: now).request.metaFilter)
                == and(time("archivedAt", "<="), no("removedAt"), no("deletedAt")))
        let since = Date(timeIntervalSince1970: 1_474_000_000)
        #expect(
            wire(Books.query().updated(since: since, at: now).request.metaFilter)
                == and(time("updatedAt", ">=", 1_474_000_000_000), time("updatedAt", "<="), no("deletedAt")))
    }

    @Test("A life-cycle filter is combined with other metadata conditions")
    func joined() {
        let query = Books.query().drafts().filterMeta { $0.name == "x" }
        #expect(
            query.request.metaFilter?.description
                == #"publishedAt = null and archivedAt = null and removedAt = null and deletedAt = null and name = "x""#
        )
    }
}
