import Foundation

/// A page of instances assembled from the responses of a search cluster.
package struct ClusterPage: Sendable {
    package var instances: [StoredSlice]
    package var info: PageInfo
    /// Whether all items were requested, so that the page is a bare array.
    package var isWhole: Bool

    package init(_ instances: [StoredSlice], _ info: PageInfo, isWhole: Bool) {
        self.instances = instances
        self.info = info
        self.isWhole = isWhole
    }

    /// The page in HALO's format.
    package var json: Data {
        // Records are not turned into instances twice, only to know their sizes.
        return Self.joined(info, isWhole: isWhole, size: instances.count * 1024, instances) { slice, json in
            slice.withBytes { json.append(contentsOf: $0) }
        }
    }

    /// Assembles JSON instances into a page in HALO's format, which `ItemDecoder.decodePage` reads.
    package static func json(_ instances: [[UInt8]], _ info: PageInfo, isWhole: Bool) -> Data {
        let size = instances.reduce(0) { $0 + $1.count + 1 }
        return joined(info, isWhole: isWhole, size: size, instances) { $1 += $0 }
    }

    private static func joined<Instance>(
        _ info: PageInfo, isWhole: Bool, size: Int, _ instances: [Instance],
        append: (Instance, inout [UInt8]) -> Void
    ) -> Data {
        var json: [UInt8] = []
        json.reserveCapacity(size + 200)
        if !isWhole {
            let numbers = [
                ("page", info.page), ("limit", info.limit), ("offset", info.offset),
                ("totalItems", info.totalItems), ("totalPages", info.totalPages),
            ]
            let pagination = numbers.compactMap { name, number in number.map { "\"\(name)\":\($0)" } }
            let meaning = info.meaning == .exact ? "" : ",\"meaning\":\"\(info.meaning.rawValue)\""
            json += Array("{\"pagination\":{\(pagination.joined(separator: ","))\(meaning)},\"items\":".utf8)
        }
        json.append(UInt8(ascii: "["))
        for (index, instance) in instances.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            append(instance, &json)
        }
        json.append(UInt8(ascii: "]"))
        if !isWhole { json.append(UInt8(ascii: "}")) }
        return Data(json)
    }

    /// Decodes the items in place. Returns `nil` if one of them does not fit. Decoding the page then reports why.
    package func items<Item>(
        reading decoder: ItemDecoder<Item>, _ options: DecodingOptions
    ) -> [Item]? {
        decoder.items(
            of: instances, inside: isWhole ? 1 : 2, keepsUnknownValues: options.keepsUnknownValues)
    }
}
