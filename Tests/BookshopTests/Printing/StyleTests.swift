import Bookshop
import QuireTerminal
import Testing

@Suite("Color and progress")
struct StyleTests {
    @Test("Color is used only if the terminal supports it")
    func colour() {
        #expect(Style(isTerminal: true, environment: [:]).bold("x") == "\u{1B}[1mx\u{1B}[0m")
        #expect(Style(isTerminal: false, environment: [:]).bold("x") == "x")
        #expect(Style(isTerminal: true, environment: ["NO_COLOR": "1"]).bold("x") == "x")
        #expect(Style(isTerminal: true, environment: ["NO_COLOR": ""]).isOn)
        #expect(Style(isTerminal: true, environment: ["TERM": "dumb"]).bold("x") == "x")
    }

    @Test("The bar fills up and keeps its width")
    func bar() {
        let widths = [0, 0.004, 0.5, 0.999, 1, 7, -1].map { share in
            DisplayWidth.of(ProgressBar.text("Loading books", share: share, width: 60))
        }
        #expect(Set(widths).count == 1)
        #expect(ProgressBar.text("L", share: 0.5, width: 22) == "L  █████░░░░░░  50 %")
        #expect(ProgressBar.text("L", share: 1, width: 22) == "L  ███████████ 100 %")
    }

    @Test(
        "Days are formatted without a calendar, also before 1970 and BC",
        arguments: [
            (0.0, "1970-01-01"), (-1_020_816_000, "1937-08-27"), (951_782_400, "2000-02-29"),
            (-1, "1969-12-31"),
        ])
    func days(seconds: Double, text: String) {
        #expect(Text.day(.init(timeIntervalSince1970: seconds)) == text)
    }

    @Test("Numbers have digit groups, and nouns have the right plural")
    func counts() {
        #expect(Text.count(4_602_479) == "4,602,479")
        #expect(Text.count(-1_000) == "-1,000")
        #expect(Text.count(1, "book") == "1 book")
        #expect(Text.count(0, "book") == "0 books")
    }
}
