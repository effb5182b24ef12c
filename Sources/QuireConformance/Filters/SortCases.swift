import QuireCore

/// The tested sort orders: each key, each direction, each null position, and several keys.
enum SortCases {
    static let all: [[SortKey]] = single + several

    static let single: [[SortKey]] =
        sortableFields.flatMap { name in variants(.value(name)) }
        + LeafCases.metadataNames.flatMap { name in variants(.metadata(name)) }

    static let several: [[SortKey]] = [
        [SortKey(.value("select * from")), SortKey(.value("age"), .descending)],
        [
            SortKey(.value("language"), .descending, nulls: .first),
            SortKey(.metadata("createdAt"), nulls: .last),
        ],
        [SortKey(.value("makers")), SortKey(.value("price in €")), SortKey(.metadata("name"), .descending)],
    ]

    static let sortableFields: [String] = SamplesModule.descriptor.fields.fields.compactMap { field in
        switch field.kind {
        case .object, .json, .localizedText, .geopoint: nil
        default: field.name
        }
    }

    private static func variants(_ property: SortKey.Property) -> [[SortKey]] {
        [SortOrder.ascending, .descending].flatMap { order in
            [nil, SortKey.Nulls.first, .last].map { [SortKey(property, order, nulls: $0)] }
        }
    }

    /// Ids sorted by their UTF-8 bytes.
    static func byID(_ ids: [String]) -> [String] {
        ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
