import { randomUuid } from './random-uuid.ts'

/** How long a page without a lock that is alive may take to say so, in milliseconds. */
const answerTime = 150

/** With locks: after how many milliseconds a page that holds its own and says nothing counts as frozen, not as gone. */
const patience = 2_000

/** What pages of one browser say to each other. */
type Word = { readonly ask: string } | { readonly here: string }

/** This load of the page, among all pages of this browser. Every load has an id of its own, so no two tabs share one. */
export interface DraftPage {
  readonly id: string
  /**
   * The page that this tab showed before: this one, before a reload or a crash. A duplicated tab names the page that
   * it was copied from, which is still alive.
   */
  readonly predecessor: string | undefined
  /** Finds out which of these pages are still there. Never fails. */
  readonly alive: (pages: readonly string[]) => Promise<ReadonlySet<string>>
  /** Calls back when this page comes back after it may have been counted as gone. */
  readonly onReturn: (listener: () => void) => void
}

/** What is used of the browser's locks. */
export interface PageLocks {
  readonly request: (name: string, options: LockOptions, whileHeld: () => Promise<void> | void) => Promise<unknown>
}

/**
 * Enters the page into the roll. A page holds a lock of its own for as long as it is there: who is given another one's
 * lock knows that it is gone, and who is answered by it knows that it is not, however slow the machine is. Where the
 * page is served over plain http by name there are no locks, and whoever does not answer in time counts as gone.
 * @param tab storage that belongs to this tab and outlives its pages
 * @param locks those of the browser, where it has any
 */
export function enterPage(
  tab: () => Storage,
  locks: PageLocks | undefined,
  channel = new BroadcastChannel('mothlight-drafts'),
): DraftPage {
  const id = randomUuid()
  const predecessor = readTab(tab)
  writeTab(tab, id)

  const hearers = new Set<(page: string) => void>()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no targets
  const say = (word: Word) => channel.postMessage(word)
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    // Who asks is there as well.
    for (const hear of hearers) hear('here' in data ? data.here : data.ask)
    if ('ask' in data) say({ here: id })
  })

  // Where storage is forbidden, locks are too, and there is nothing to be told apart.
  const hold = () => void locks?.request(lockOf(id), {}, () => new Promise<void>(() => {})).catch(() => {})
  hold()

  function isAlive(page: string): Promise<boolean> {
    return new Promise((resolve) => {
      const known = new AbortController()
      const hear = (answering: string) => answering === page && settle(true)
      const settle = (isThere: boolean) => {
        clearTimeout(timer)
        hearers.delete(hear)
        known.abort()
        // oxlint-disable-next-line promise/no-multiple-resolved -- the first that is known counts
        resolve(isThere)
      }
      const timer = setTimeout(() => settle(locks !== undefined), locks ? patience : answerTime)
      hearers.add(hear)
      // A page that was loaded before there were locks holds none, and may still answer.
      const isFree = () => void setTimeout(() => settle(false), answerTime)
      locks?.request(lockOf(page), { mode: 'shared', signal: known.signal }, isFree).catch(() => {})
    })
  }

  async function alive(pages: readonly string[]): Promise<ReadonlySet<string>> {
    const answers = Promise.all(pages.map(isAlive))
    say({ ask: id })
    const isThere = await answers
    return new Set(pages.filter((_, index) => isThere[index]))
  }

  function onReturn(listener: () => void) {
    globalThis.document?.addEventListener('resume', listener)
    globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      writeTab(tab, id)
      // Some browsers took it back while the page was put by.
      hold()
      listener()
    })
  }
  return { id, predecessor, alive, onReturn }
}

const lockOf = (page: string) => `mothlight-page:${page}`

const tabKey = 'mothlight-page'

// Where storage is forbidden, no draft outlives its page.
function readTab(tab: () => Storage): string | undefined {
  try {
    return tab().getItem(tabKey) ?? undefined
  } catch {
    return undefined
  }
}

function writeTab(tab: () => Storage, id: string): void {
  try {
    tab().setItem(tabKey, id)
  } catch {
    // See above.
  }
}
