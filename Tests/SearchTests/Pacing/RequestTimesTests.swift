import Testing

@testable import QuireSearch

@Suite("The rhythm of adaptive pacing") struct RequestTimesTests {
    private let settings = AdaptivePacing()

    /// Requests that took these numbers of seconds, one after the other.
    private func times(_ seconds: [Double]) -> (RequestTimes, now: Duration) {
        var times = RequestTimes()
        var now = Duration.zero
        for (number, time) in seconds.enumerated() {
            times.began(number, at: now)
            now += .seconds(time)
            times.ended(number, end: .responded, at: now, settings: settings)
        }
        return (times, now)
    }

    @Test(
        "It follows the mean of the last five slow responses; a fast one makes it immediate again",
        arguments: [
            ([], .everyKeystroke), ([0.1, 0.49], .everyKeystroke), ([0.5], .throttled(.seconds(0.5))),
            ([1, 2], .throttled(.seconds(1.5))), ([3], .never), ([1, 1, 6, 4], .never),
            ([5, 5, 5, 0.4], .everyKeystroke), ([5, 5, 5, 0.4, 1], .throttled(.seconds(1))),
            // The first two no longer count.
            ([5, 5, 1, 1, 1, 1, 1], .throttled(.seconds(1))),
        ] as [([Double], RequestTimes.Rhythm)])
    func means(_ seconds: [Double], _ rhythm: RequestTimes.Rhythm) {
        let (times, now) = times(seconds)
        #expect(times.rhythm(at: now, settings) == rhythm)
    }

    @Test("A slow response expires after a while")
    func memory() {
        let (times, now) = times([4])
        #expect(times.rhythm(at: now + .seconds(19), settings) == .never)
        #expect(times.rhythm(at: now + .seconds(20), settings) == .everyKeystroke)
    }

    @Test("A running request counts as soon as it is slow, and can only slow the rhythm down")
    func running() {
        var times = RequestTimes()
        times.began(1, at: .zero)
        #expect(times.rhythm(at: .milliseconds(499), settings) == .everyKeystroke)
        #expect(times.rhythm(at: .milliseconds(500), settings) == .throttled(.milliseconds(500)))
        #expect(times.rhythm(at: .seconds(3), settings) == .never)
        times.ended(1, end: .responded, at: .seconds(4), settings: settings)
        times.began(2, at: .seconds(4))
        #expect(times.rhythm(at: .milliseconds(4_600), settings) == .never)
    }

    @Test("A failed or cancelled request can count as slow, never as fast; a superseded one does not count")
    func withoutResponse() {
        var (times, now) = times([4])
        times.began(7, at: now)
        times.ended(7, end: .gaveUp, at: now, settings: settings)
        #expect(times.rhythm(at: now, settings) == .never)
        times.began(8, at: now)
        times.ended(8, end: .responded, at: now, settings: settings)
        #expect(times.rhythm(at: now, settings) == .everyKeystroke)
        times.began(9, at: now)
        times.ended(9, end: .superseded, at: now + .seconds(5), settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .everyKeystroke)
        times.began(10, at: now)
        times.ended(10, end: .gaveUp, at: now + .seconds(5), settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .never)
        // An unknown request.
        times.ended(99, end: .responded, at: now, settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .never)
    }
}
