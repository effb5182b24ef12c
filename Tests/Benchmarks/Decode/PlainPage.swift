import Foundation

/// The same page as plain Codable models with everything synthesized: the handwritten alternative.
struct PlainPage: Codable, Equatable {
    struct Pagination: Codable, Equatable {
        var page: Int
        var limit: Int
        var offset: Int
        var totalItems: Int
    }

    struct Tag: Codable, Equatable {
        var id: String?
        var name: String
        var value: String?
        var tagType: String?
    }

    struct Size: Codable, Equatable {
        var width: Double
        var height: Double
        var unit: String?
    }

    struct Values: Codable, Equatable {
        var title: String
        var subtitle: String?
        var slug: String
        var summary: String?
        var publisher: String
        var category: String
        var language: String?
        var age: Int
        var pages: Int
        var stock: Int?
        var price: Double
        var rating: Double?
        var available: Bool
        var featured: Bool?
        var released: Date
        var expires: Date?
        var cover: String?
        var tags: [String]
        var editions: [Int]
        var size: Size?
    }

    struct Instance: Codable, Equatable {
        var id: String
        var name: String?
        var module: String?
        var customerId: Int?
        var revision: Int?
        var values: Values
        var tags: [Tag]
        var createdAt: Date?
        var updatedAt: Date?
        var publishedAt: Date?
        var archivedAt: Date?
        var removedAt: Date?
        var deletedAt: Date?
        var createdBy: String?
        var updatedBy: String?
        var deletedBy: String?
    }

    var pagination: Pagination
    var items: [Instance]

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
