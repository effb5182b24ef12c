extension JSONParser {
    /// Reports each repeated key of an object.
    mutating func reportDuplicateKeys(of object: Int, count: Int) {
        var keys: [Int] = []
        keys.reserveCapacity(count)
        var index = object + 1
        while index + 1 < nodes.count {
            keys.append(index)
            index = Int(nodes[index + 1].next)
        }
        // Usually there are few keys. Comparing all pairs then needs no memory and is faster.
        if keys.count > 24 { return reportDuplicatesByHash(keys) }
        for later in 1..<max(1, keys.count) {
            for earlier in 0..<later where isSameKey(nodes[keys[earlier]], nodes[keys[later]]) {
                reportDuplicate(keys[later], of: keys[earlier])
                break
            }
        }
    }

    private mutating func reportDuplicatesByHash(_ keys: [Int]) {
        var first: [[UInt8]: Int] = [:]
        for key in keys {
            let text = Array(JSONText.decode(nodes[key], in: bytes).utf8)
            if let earlier = first[text] { reportDuplicate(key, of: earlier) } else { first[text] = key }
        }
    }

    private mutating func reportDuplicate(_ key: Int, of earlier: Int) {
        report(
            .duplicateKey,
            "the key \(quoted(JSONText.decode(nodes[key], in: bytes))) appears twice in one object",
            at: Int(nodes[key].start), note: "it first appears here", noteOffset: Int(nodes[earlier].start))
    }

    private func isSameKey(_ left: JSONNode, _ right: JSONNode) -> Bool {
        if left.has(JSONNode.escaped) || right.has(JSONNode.escaped) {
            let leftText = JSONText.decode(left, in: bytes)
            return leftText.utf8.elementsEqual(JSONText.decode(right, in: bytes).utf8)
        }
        let (start, end) = JSONText.content(left)
        let (otherStart, otherEnd) = JSONText.content(right)
        if end - start != otherEnd - otherStart { return false }
        var offset = 0
        while offset < end - start {
            if base[start + offset] != base[otherStart + offset] { return false }
            offset += 1
        }
        return true
    }
}
