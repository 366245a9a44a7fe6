import type { DraftPage } from './draft-pages.ts'
import type { DraftShelf, KeptText } from './draft-shelf.ts'

/** A draft as its screen shows it. */
export interface Draft {
  readonly text: string
  /** Whether it was restored from an earlier page or visit, and not changed since. */
  readonly isRestored: boolean
  /** Whether it would outlive this page. False where the browser's storage is full or forbidden. */
  readonly isKept: boolean
}

/** The drafts of this page, by account and name. */
export interface DraftStore {
  /** Returns the same object until the draft changes. */
  readonly read: (account: string, name: string) => Draft
  /** Writes a draft; an empty text removes it. `isRestored`: nobody has just typed it. */
  readonly write: (account: string, name: string, text: string, isRestored?: boolean) => void
  /** Starts to show a draft and registers a listener for its changes; the returned function ends that. */
  readonly show: (account: string, name: string, listener: () => void) => () => void
  /** Returns whether a screen shows a text that was not sent and would outlive this page, or did so these milliseconds ago. */
  readonly wasWriting: (within: number) => boolean
}

/** A draft and where its text comes from. */
interface Entry {
  draft: Draft
  at: number
  /**
   * The text is that of the page before this one, which may turn out to be open: still its text, or `replaced` by now.
   */
  borrowed: 'shown' | 'replaced' | undefined
  /** Whether it was written since its screen began to show it. */
  isWritten: boolean
  readonly listeners: Set<() => void>
}

/**
 * Milliseconds after which the check whether a page is closed is repeated: a page that is closing may still answer. One that
 * was there at the look before may only be reloading, and has its text itself a moment later.
 */
const secondLooks = [700, 3000]

const nothing: Draft = { text: '', isRestored: false, isKept: true }

/**
 * Stores drafts under each page's own id, so that two tabs never overwrite each other. A screen without a draft takes
 * over one of a closed page: the one this tab showed before, otherwise the latest. After a reload the text is shown at
 * once, before it is known whether its page is closed.
 */
export function draftStore(page: DraftPage, shelf: DraftShelf, now: () => number = Date.now): DraftStore {
  const entries = new Map<string, Entry>()
  /** When a screen went that showed such a text. */
  let leftOn = -Infinity
  shelf.sweep(now())

  function entryOf(account: string, name: string): Entry {
    const key = `${account}:${name}`
    let entry = entries.get(key)
    if (!entry) {
      const left = page.predecessor === undefined ? undefined : shelf.read(account, page.predecessor, name)
      const draft = left?.text ? { text: left.text, isRestored: true, isKept: true } : nothing
      entry = { draft, at: left?.at ?? 0, borrowed: left && 'shown', isWritten: false, listeners: new Set() }
      entries.set(key, entry)
    }
    return entry
  }

  function change(entry: Entry, draft: Draft) {
    entry.draft = draft
    for (const listener of entry.listeners) listener()
  }

  /**
   * Stores the text of an entry under this page's id. An empty one is stored while it replaces another page's text:
   * there may be no time to remove that.
   */
  function keep(account: string, name: string, text: string, { at, borrowed }: Entry): boolean {
    const replaces = borrowed === 'replaced' ? page.predecessor : undefined
    if (text !== '' || replaces !== undefined)
      return shelf.write(account, page.id, name, { text, at, ...(replaces !== undefined && { replaces }) })
    shelf.remove(account, page.id, name)
    return true
  }

  /** Removes a closed page's text, and the text that it replaced if there was no time to remove that. */
  function forget(account: string, name: string, left: string, alive: ReadonlySet<string>) {
    const replaced = shelf.read(account, left, name)?.replaces
    shelf.remove(account, left, name)
    if (replaced !== undefined && !alive.has(replaced)) forget(account, name, replaced, alive)
  }

  async function takeOver(
    account: string,
    name: string,
    entry: Entry,
    looks: readonly number[] = secondLooks,
    thereBefore: ReadonlySet<string> = new Set(),
  ) {
    const others = shelf.pagesWith(account, name).filter((other) => other !== page.id)
    if (others.length === 0) return
    const alive = await page.alive(others)
    const gone = others.filter((other) => !alive.has(other))
    const own = gone.find((other) => other === page.predecessor)
    const { borrowed } = entry
    entry.borrowed = undefined
    if (borrowed === 'replaced') {
      if (own !== undefined) forget(account, name, own, alive)
      keep(account, name, entry.draft.text, entry)
      return
    }
    if (borrowed === 'shown') {
      // It belongs to another tab, of which this one is a copy.
      if (own === undefined) change(entry, nothing)
    } else if (entry.isWritten || entry.draft.text !== '') return
    const closed = gone.filter((other) => !thereBefore.has(other))
    const [chosen, left] = latest(account, name, own === undefined ? closed : [own]) ?? []
    if (chosen === undefined || left === undefined) {
      const [wait, ...rest] = looks
      const lookAgain = () => entry.listeners.size > 0 && void takeOver(account, name, entry, rest, alive)
      if (wait !== undefined && closed.length < others.length) setTimeout(lookAgain, wait)
      return
    }
    entry.at = left.at
    // Removed only when it is safely stored elsewhere.
    const isKept = keep(account, name, left.text, entry)
    if (isKept) forget(account, name, chosen, alive)
    if (left.text === '') return takeOver(account, name, entry, looks)
    change(entry, { text: left.text, isRestored: true, isKept })
  }

  function latest(account: string, name: string, pages: readonly string[]): [string, KeptText] | undefined {
    return pages
      .flatMap((other): [string, KeptText][] => {
        const kept = shelf.read(account, other, name)
        return kept ? [[other, kept]] : []
      })
      .toSorted(([, one], [, other]) => other.at - one.at)[0]
  }

  page.onReturn(() => {
    for (const [key, entry] of entries) {
      const [account = '', ...name] = key.split(':')
      if (entry.draft.text !== '' && entry.borrowed !== 'shown') keep(account, name.join(':'), entry.draft.text, entry)
    }
  })

  return {
    read: (account, name) => entryOf(account, name).draft,
    write: (account, name, text, isRestored = false) => {
      const entry = entryOf(account, name)
      entry.at = now()
      entry.isWritten = true
      if (entry.borrowed) entry.borrowed = 'replaced'
      const isKept = keep(account, name, text, entry)
      change(entry, { text, isRestored: isRestored && text !== '', isKept })
    },
    show: (account, name, listener) => {
      const entry = entryOf(account, name)
      entry.listeners.add(listener)
      if (entry.listeners.size === 1) {
        entry.isWritten = false
        if (entry.draft.text !== '') change(entry, { ...entry.draft, isRestored: true })
        if (entry.draft.text === '' || entry.borrowed) void takeOver(account, name, entry)
      }
      return () => {
        if (isBeingWritten(entry)) leftOn = now()
        entry.listeners.delete(listener)
      }
    },
    wasWriting: (within) => now() - leftOn < within || [...entries.values()].some(isBeingWritten),
  }
}

const isBeingWritten = ({ draft, listeners }: Entry) => listeners.size > 0 && draft.text !== '' && draft.isKept
