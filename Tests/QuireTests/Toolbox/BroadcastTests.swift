import QuireToolbox
import Testing

@Suite("Broadcasts")
struct BroadcastTests {
    @Test("A late subscriber gets the latest events only if they are replayed", arguments: [true, false])
    func replay(_ replays: Bool) async {
        var broadcast: Broadcast<Int>? = Broadcast(kept: 2, replays: replays)
        let early = broadcast?.stream
        for number in 1...3 { broadcast?.send(number) }
        let late = broadcast?.stream
        broadcast?.send(4)
        // The streams end with the broadcast.
        broadcast = nil
        var (first, second) = ([Int](), [Int]())
        if let early { for await number in early { first.append(number) } }
        if let late { for await number in late { second.append(number) } }
        #expect(first == [3, 4])
        #expect(second == (replays ? [3, 4] : [4]))
    }

    @Test("A reader that is cancelled while an event is sent leaves, and the others get the event")
    func cancelledReader() async {
        let broadcast = Broadcast<Int>(kept: 2)
        let events = broadcast.stream
        let reader = Locked<Task<Void, Never>?>(nil)
        // The condition runs while the event is sent.
        let cancelled = broadcast.stream { _ in
            reader.value?.cancel()
            return true
        }
        let task = Task { for await _ in cancelled {} }
        reader.withLock { $0 = task }
        broadcast.send(1)
        await task.value
        #expect(broadcast.count == 1)
        var listeners = Listeners<Int>()
        let ended = listeners.stream(.unbounded) { $0 }
        listeners.finish()
        #expect(listeners.count == 0)
        for await _ in ended {}
        broadcast.send(2)
        for await number in events where number == 2 { break }
    }
}
