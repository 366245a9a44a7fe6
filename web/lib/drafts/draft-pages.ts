import { randomUuid } from './random-uuid.ts'

/** Milliseconds in which an open page without a lock must answer. */
const answerTime = 150

/**
 * With locks: milliseconds after which a page that holds its own lock and doesn't answer counts as frozen, not as
 * closed.
 */
const frozenAfter = 2_000

/** Messages between pages of one browser. */
type Word = { readonly ask: string } | { readonly here: string }

/** This load of the page, among all pages of this browser. Every load has its own id, so no two tabs share one. */
export interface DraftPage {
  readonly id: string
  /**
   * The page that this tab showed before a reload or a crash. A duplicated tab names the page that it was copied from,
   * which is still open.
   */
  readonly predecessor: string | undefined
  /** Returns which of these pages are still open. Never fails. */
  readonly alive: (pages: readonly string[]) => Promise<ReadonlySet<string>>
  /** Registers a listener for the return of this page after it may have counted as closed. */
  readonly onReturn: (listener: () => void) => void
}

/** The used part of the browser's locks. */
export interface PageLocks {
  readonly request: (name: string, options: LockOptions, whileHeld: () => Promise<void> | void) => Promise<unknown>
}

/**
 * Registers the page. A page holds its own lock while it is open: whoever acquires another page's lock knows that it is
 * closed, and whoever gets its answer knows that it is open, however slow the machine is. Over plain http there are no
 * locks, and a page that does not answer in time counts as closed.
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
    // A page that asks is open as well.
    for (const hear of hearers) hear('here' in data ? data.here : data.ask)
    if ('ask' in data) say({ here: id })
  })

  // Where storage is forbidden, locks are too, and pages need not be told apart.
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
      const timer = setTimeout(() => settle(locks !== undefined), locks ? frozenAfter : answerTime)
      hearers.add(hear)
      // A page that was loaded by a version without locks holds none, and may still answer.
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
      // Some browsers released it while the page was suspended.
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
    // As above.
  }
}
