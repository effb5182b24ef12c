import Foundation
import Quire

/// A filter as the text that is sent.
func wire(_ filter: Filter?) -> String? { filter.map { String(decoding: $0.json, as: UTF8.self) } }

func wire<Fields>(_ condition: Condition<Fields>) -> String {
    String(decoding: condition.filter.json, as: UTF8.self)
}

/// Any JSON text as Foundation reads it, for comparisons that do not depend on Quire's reader or the order of keys.
func foundationJSON(_ text: some StringProtocol) throws -> NSObject {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return json as? NSObject ?? NSNull()
}
