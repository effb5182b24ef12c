import Quire
import QuireSearch
import SampleModules

/// A deterministic server: the same request gets the same response, and each item shows the text that it was found
/// for.
struct SimulatedServer: Sendable {
    /// Every so often, an item of the previous page is repeated, as if content had moved between two pages.
    static let repeats = 7

    /// The number of items for a text.
    static func total(_ text: String) -> Int {
        text.utf8.reduce(17) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 60
    }

    /// Whether the server reports a total for a text.
    static func counts(_ text: String) -> Bool { total(text) % 3 != 0 }

    /// The ids of all items for a text, by position; some appear at two.
    static func ids(_ text: String) -> [String] {
        (0..<total(text)).map { place in
            place > 0 && place % repeats == 0 ? "\(text)/\(place - 3)" : "\(text)/\(place)"
        }
    }

    static func response(_ page: SearchPage<Books>, origin: SearchOrigin = .remote) -> DraftResponse<Books> {
        let (text, size) = (page.draft.text, page.draft.pageSize)
        let all = ids(text)
        let first = min((page.number - 1) * size, all.count)
        let places = all[first..<min(first + size, all.count)]
        var response = DraftResponse<Books>(
            items: places.map { .sample($0) },
            pageInfo: PageInfo(
                page: page.number, limit: size, offset: first, totalItems: counts(text) ? all.count : nil))
        response.origin = page.origin ?? origin
        return response
    }
}
