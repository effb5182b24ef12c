import Foundation

/// Instances, each as JSON, put together to a page as HALO has it: what `ItemDecoder.decodePage` reads.
package enum ClusterPage {
    /// An object with its pagination, or a bare array where everything was asked for.
    package static func json(_ instances: [[UInt8]], _ info: PageInfo, isWhole: Bool) -> Data {
        var json: [UInt8] = []
        json.reserveCapacity(instances.reduce(200) { $0 + $1.count + 1 })
        if !isWhole {
            let numbers = [
                ("page", info.page), ("limit", info.limit), ("offset", info.offset),
                ("totalItems", info.totalItems), ("totalPages", info.totalPages),
            ]
            let pagination = numbers.compactMap { name, number in number.map { "\"\(name)\":\($0)" } }
            json += Array("{\"pagination\":{\(pagination.joined(separator: ","))},\"items\":".utf8)
        }
        json.append(UInt8(ascii: "["))
        for (index, instance) in instances.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json += instance
        }
        json.append(UInt8(ascii: "]"))
        if !isWhole { json.append(UInt8(ascii: "}")) }
        return Data(json)
    }
}
