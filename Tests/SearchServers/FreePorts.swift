import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Unused ports of 127.0.0.1.
///
/// They are below the ports that systems assign automatically, so that no other server or connection takes one between
/// the choice and the start.
enum FreePorts {
    static func choose(_ count: Int) throws -> [Int] {
        var chosen: [Int] = []
        for _ in 0..<10_000 {
            let port = Int.random(in: 20_000..<32_000)
            if !chosen.contains(port), isFree(port) { chosen.append(port) }
            if chosen.count == count { return chosen }
        }
        throw SearchServerFailure("127.0.0.1 has no \(count) free ports between 20000 and 32000.")
    }

    private static func isFree(_ port: Int) -> Bool {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Servers can use a port whose last connections are still closing.
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
