import { randomUuid } from './random-uuid.ts'

/** How long a page that is alive may take to say so, in milliseconds. */
const answerTime = 150

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
  /** Asks all pages; one that is frozen or gone does not answer. Never fails. @returns the ids of those that answered */
  readonly rollCall: () => Promise<ReadonlySet<string>>
  /** Calls back when this page comes back after it may have been counted as gone. */
  readonly onReturn: (listener: () => void) => void
}

/**
 * Enters the page into the roll. Pages talk over a channel of the browser, because locks are missing where the page is
 * served over plain http by name.
 * @param tab storage that belongs to this tab and outlives its pages
 */
export function enterPage(tab: () => Storage, channel = new BroadcastChannel('mothlight-drafts')): DraftPage {
  const id = randomUuid()
  const predecessor = readTab(tab)
  writeTab(tab, id)

  const answered = new Set<string>()
  let running: Promise<ReadonlySet<string>> | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no targets
  const say = (word: Word) => channel.postMessage(word)
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('here' in data) answered.add(data.here)
    else {
      // Who asks is there as well.
      answered.add(data.ask)
      say({ here: id })
    }
  })

  function rollCall(): Promise<ReadonlySet<string>> {
    running ??= new Promise((resolve) => {
      answered.clear()
      say({ ask: id })
      setTimeout(() => {
        running = undefined
        resolve(new Set(answered))
      }, answerTime)
    })
    return running
  }

  function onReturn(listener: () => void) {
    globalThis.document?.addEventListener('resume', listener)
    globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      writeTab(tab, id)
      listener()
    })
  }
  return { id, predecessor, rollCall, onReturn }
}

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
