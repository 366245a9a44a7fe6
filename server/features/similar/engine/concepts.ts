import { stem } from '#shared/search/stem.ts'

/**
 * Words that reporters use for the same or nearly the same thing, one group per line; a word may be in several. Each
 * line is an additional term of its words, so that 'freezes' and 'hangs' have something in common.
 */
const lines = `
crash ice panic panics segfault segfaults sigsegv sigabrt abort aborts die dies died killed kill terminate quit coredump npe bsod fatal assert assertion fail
hang hangs freeze freezes frozen stuck deadlock unresponsive block blocked stall stalled infinite loop forever timeout
slow slowness performance perf speed latency sluggish lag laggy inefficient optimize optimise faster regression
leak leaks memory oom outofmemory outofmemoryerror heap gc
doc docs documentation document documented javadoc apidoc manual readme guide tutorial typo spelling wording comment
error errors exception throw throws thrown failure fail fails failed failing raise
wrong incorrect incorrectly invalid bad broken improper improperly malformed unexpected bogus misleading confusing
missing absent lacks lack lost disappear disappears disappeared vanish vanishes gone nonexistent unavailable
show shows display displays displayed render renders rendered draw drawn visible appear appears paint
hidden invisible hide hides disappear blank empty black white
remove delete removed deleted removal erase drop destroy clear deprecate
add support implement introduce allow enable provide ability feature request need
change modify edit update alter set
rename renamed move moved name
create make build construct generate new instantiate
start launch startup boot begin run open init initialize initialization
stop end close exit shutdown terminate quit finish
directory folder dir path
picture image photo icon bitmap png jpg jpeg
screen window page view dialog popup modal
click tap press touch button
keyboard key keypad
rotate rotation orientation landscape portrait
size width height dimension large big small resize scale
duplicate duplicated duplicates twice repeated double multiple
compile compiler compiles compilation build builds
test tests testing unittest testcase suite flaky intermittent
config configuration setting settings option options preference property properties parameter
login signin logon authenticate authentication auth credential password
permission permissions access denied unauthorized forbidden privilege acl rights
network connection socket connect disconnect offline http internet
file files filesystem
copy clone duplicate
find search lookup query locate
function method fn routine procedure call
type typed types typing
argument arg args parameter param params
thread threads concurrent concurrency race parallel sync synchronization
lock mutex locked deadlock
message text string label caption title warning diagnostic
parse parser parsing syntax
import include use
install installation installer setup
upgrade update migrate migration version
device emulator simulator phone
list table row rows array vector collection
server backend host node daemon
user account person member
send submit post transmit
receive get fetch read load retrieve
save store persist write
null nil none undefined nullpointer nullpointerexception npe
overflow underflow bounds outofbounds index range
number integer int numeric float decimal
refactor cleanup clean simplify reorganize restructure rewrite
color colour background theme style css
sound audio volume music media
video movie player playback
scroll scrolling scrollbar swipe
animation animate transition
log logs logging logger output print printed
unsound unsoundness unsafe soundness
unused dead unreachable
lint warning warn
macro macros
mutable mut immutable borrow borrowed loan reborrow
lifetime lifetimes region
generic generics polymorphic parametric
trait traits interface impl
struct structs record class
private public visibility pub
link linker linking linkage
windows win32 mingw msvc
mac osx macos darwin
linux ubuntu debian
android
ios iphone ipad
`

/** By stem, its lines, as terms that no text has. */
export const conceptsOf: ReadonlyMap<string, readonly string[]> = readLines(lines)

function readLines(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const line of text.trim().split('\n')) {
    const stems = new Set(line.split(' ').map(stem))
    const concept = `~${[...stems].join('~')}`
    for (const term of stems) found.set(term, [...(found.get(term) ?? []), concept])
  }
  return found
}
