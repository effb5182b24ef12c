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
}
