import Dispatch
import Foundation

/// Reads keys from a terminal as they are pressed.
///
/// Unchecked, because the state is used only on the queue.
package final class KeyReader: @unchecked Sendable {
    /// The keys of each read, until the terminal is closed.
    package let keys: AsyncStream<[Key]>

    private let descriptor: Int32
    private let pause: DispatchTimeInterval
    private let queue = DispatchQueue(label: "quire.keys")
    private let source: any DispatchSourceRead
    private let continuation: AsyncStream<[Key]>.Continuation
    private var parser = KeyParser()
    private var readings = 0

    /// - Parameter pause: The time after which an escape byte without followers is the Escape key.
    package init(_ descriptor: Int32, pause: DispatchTimeInterval = .milliseconds(50)) {
        self.descriptor = descriptor
        self.pause = pause
        (keys, continuation) = AsyncStream<[Key]>.makeStream()
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.resume()
    }

    deinit { stop() }

    /// Stops reading. Keys that were already read are still delivered.
    package func stop() {
        source.cancel()
        continuation.finish()
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return stop() }
        readings += 1
        send(parser.keys(in: bytes.prefix(count)))
        guard parser.isWaiting else { return }
        let reading = readings
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, readings == reading else { return }
            send(parser.keysAfterPause())
        }
    }

    private func send(_ keys: [Key]) {
        if !keys.isEmpty { continuation.yield(keys) }
    }
}
