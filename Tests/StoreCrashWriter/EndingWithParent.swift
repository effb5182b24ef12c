import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends this process when the process that started it has ended, for example because the tests were killed.
func endWithParent() {
    let parent = getppid()
    let watch = Thread {
        while getppid() == parent { Thread.sleep(forTimeInterval: 1) }
        _exit(1)
    }
    watch.start()
}
