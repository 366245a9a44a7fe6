import { describe, expect, test, vi } from 'vitest'
import { enterPage, type PageLocks } from './draft-pages.ts'
import { draftShelf } from './draft-shelf.ts'
import { type Draft, type DraftStore, draftStore } from './draft-store.ts'
import { randomUuid } from './random-uuid.ts'

const day = 86_400_000

/** Simulates a browser with one profile: pages open and close, and its storage remains. */
function browser(hasLocks: boolean) {
  const channel = `drafts-${randomUuid()}`
  const storage = newStorage()
  return {
    storage,
    newTab: (copied?: Storage) => newStorage(copied),
    open: (tab: Storage, facts: { now?: number; storage?: () => Storage } = {}) => {
      const { now = Date.now() } = facts
      const page = openPage(tab, channel, hasLocks)
      const drafts = draftStore(page, draftShelf(facts.storage ?? (() => storage)), () => now)
      return { ...page, drafts: { ...drafts, answered: page.answered, looks: page.looks } }
    },
  }
}

function openPage(tab: Storage, channelName: string, hasLocks: boolean) {
  const channel = new BroadcastChannel(channelName)
  let comeBack = () => {}
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // The browser releases the locks of a page when it ends; here all pages are one process.
  const locks: PageLocks = {
    request: (name, options, whileHeld) =>
      navigator.locks.request(name, options, () => Promise.race([whileHeld(), released])),
  }
  const page = enterPage(() => tab, hasLocks ? locks : undefined, channel)
  const fallSilent = () => {
    channel.close()
    channel.postMessage = () => {}
  }
  const asked: Promise<unknown>[] = []
  return {
    ...page,
    alive: (pages: readonly string[]) => {
      const answer = page.alive(pages)
      asked.push(answer)
      return answer
    },
    looks: () => asked.length,
    /** Resolves when all is known that this page has asked the others. */
    answered: async () => {
      for (let known = 0; known < asked.length; known++) {
        await asked[known]
        // What it does with the answer, which may be to ask anew.
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    onReturn: (listener: () => void) => {
      comeBack = listener
    },
    fallSilent,
    // A page that is killed or suspended doesn't answer any more.
    end: () => {
      fallSilent()
      release()
    },
    comeBack: () => comeBack(),
  }
}

function newStorage(copied?: Storage): Storage {
  const kept = new Map<string, string>(copied ? Object.entries(copied) : [])
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return new Proxy(methods as Storage, {
    get: (target, key) => kept.get(String(key)) ?? Reflect.get(target, key),
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) => ({ value: kept.get(String(key)), enumerable: true, configurable: true }),
  })
}

/** Shows a draft as a screen does. @returns its state, at once and after it is known which other tabs are open */
function shown(
  drafts: DraftStore & { answered: () => Promise<void>; looks: () => number },
  name = 'note',
  account = 'ada',
): { now: () => Draft; later: () => Promise<Draft>; looks: () => number } {
  drafts.show(account, name, () => {})
  const now = () => drafts.read(account, name)
  return {
    now,
    /** How often it was looked which other tabs are open. */
    looks: drafts.looks,
    later: async () => {
      await drafts.answered()
      return now()
    },
  }
}

// They spend their time waiting, each in a browser of its own.
describe.each([
  ['with locks', true],
  ['without locks', false],
])('%s', { concurrent: true }, (_, hasLocks) => {
  test('a reload has the draft back at once, and says that it was brought back', async () => {
    const { open, newTab } = browser(hasLocks)
    const tab = newTab()
    const before = open(tab)
    before.drafts.write('ada', 'note', 'half a sentence')
    before.end()
    const note = shown(open(tab).drafts)
    expect(note.now()).toEqual({ text: 'half a sentence', isRestored: true, isKept: true })
    expect(await note.later()).toEqual({ text: 'half a sentence', isRestored: true, isKept: true })
  })

  test('a draft that is touched is no longer called restored', () => {
    const { open, newTab } = browser(hasLocks)
    const { drafts } = open(newTab())
    drafts.write('ada', 'note', 'x')
    const note = shown(drafts)
    expect(note.now().isRestored).toBe(true)
    drafts.write('ada', 'note', 'xy')
    expect(note.now()).toEqual({ text: 'xy', isRestored: false, isKept: true })
  })

  test('the draft of a tab that is gone is taken over, once', async () => {
    const { open, newTab, storage } = browser(hasLocks)
    const killed = open(newTab())
    killed.drafts.write('ada', 'note', 'from the killed tab')
    killed.end()
    const next = open(newTab())
    const note = shown(next.drafts)
    expect(note.now().text).toBe('')
    expect(await note.later()).toEqual({ text: 'from the killed tab', isRestored: true, isKept: true })
    expect(Object.keys(storage)).toHaveLength(1)
    expect((await shown(open(newTab()).drafts).later()).text).toBe('')
  })

  test('the draft of a tab that still answers while it is being closed is taken over a little later', async () => {
    const { open, newTab } = browser(hasLocks)
    const closing = open(newTab())
    closing.drafts.write('ada', 'note', 'from the closing tab')
    const note = shown(open(newTab()).drafts)
    expect((await note.later()).text).toBe('')
    closing.end()
    await vi.waitFor(() => expect(note.now().text).toBe('from the closing tab'))
  })

  test('the draft of a tab that is reloaded meanwhile is not taken from it', async () => {
    const { open, newTab } = browser(hasLocks)
    const [empty, tab] = [newTab(), newTab()]
    const writing = open(tab)
    writing.drafts.write('ada', 'note', 'from the reloaded tab')
    const note = shown(open(empty).drafts)
    expect((await note.later()).text).toBe('')
    writing.end()
    // Its next page is there after the first of the other tab's looks that finds it gone.
    await vi.waitFor(() => expect(note.looks()).toBe(2))
    expect((await note.later()).text).toBe('')
    const reloaded = shown(open(tab).drafts)
    expect((await reloaded.later()).text).toBe('from the reloaded tab')
  })

  test('two tabs that write the same thing keep a text each, over their reloads', async () => {
    const { open, newTab } = browser(hasLocks)
    const [first, second] = [newTab(), newTab()]
    const pages = [open(first), open(second)]
    pages[0]?.drafts.write('ada', 'note', 'one')
    expect((await shown(pages[1]!.drafts).later()).text).toBe('')
    pages[1]?.drafts.write('ada', 'note', 'two')
    for (const page of pages) page.end()
    const again = [shown(open(first).drafts), shown(open(second).drafts)]
    expect(await Promise.all(again.map((note) => note.later()))).toMatchObject([{ text: 'one' }, { text: 'two' }])
  })

  test('a duplicated tab has no draft of the tab it was copied from', async () => {
    const { open, newTab } = browser(hasLocks)
    const tab = newTab()
    const original = open(tab)
    original.drafts.write('ada', 'note', 'the original’s')
    const copy = open(newTab(tab))
    const note = shown(copy.drafts)
    expect((await note.later()).text).toBe('')
    copy.drafts.write('ada', 'note', 'the copy’s')
    expect(original.drafts.read('ada', 'note').text).toBe('the original’s')
    original.end()
    expect((await shown(open(tab).drafts).later()).text).toBe('the original’s')
  })

  test('what is typed before it is known whether the other tab lives is kept, and so is the other tab’s', async () => {
    const { open, newTab } = browser(hasLocks)
    const tab = newTab()
    const original = open(tab)
    original.drafts.write('ada', 'note', 'original')
    const copy = open(newTab(tab))
    const note = shown(copy.drafts)
    copy.drafts.write('ada', 'note', 'original, and more')
    expect((await note.later()).text).toBe('original, and more')
    expect(original.drafts.read('ada', 'note').text).toBe('original')
  })

  test('a draft that is discarded at once after a reload does not come back', async () => {
    const { open, newTab, storage } = browser(hasLocks)
    const tab = newTab()
    const before = open(tab)
    before.drafts.write('ada', 'note', 'away with it')
    before.end()
    const { drafts } = open(tab)
    const note = shown(drafts)
    drafts.write('ada', 'note', '')
    expect((await note.later()).text).toBe('')
    expect(Object.keys(storage)).toEqual([])
  })

  test('a draft that was written over does not come back, also when there was no time to remove it', async () => {
    const { open, newTab, storage } = browser(hasLocks)
    const tab = newTab()
    for (const text of ['half', 'half a', 'half a sentence']) {
      const page = open(tab)
      shown(page.drafts)
      page.drafts.write('ada', 'note', text)
      page.end()
    }
    expect(Object.keys(storage)).toHaveLength(3)
    const { drafts } = open(newTab())
    expect((await shown(drafts).later()).text).toBe('half a sentence')
    expect(Object.keys(storage)).toHaveLength(1)
  })

  test('a draft that was discarded stays discarded, also when there was no time to remove it', async () => {
    const { open, newTab, storage } = browser(hasLocks)
    const tab = newTab()
    const before = open(tab)
    before.drafts.write('ada', 'note', 'unwanted')
    before.end()
    const discarding = open(tab)
    expect(discarding.drafts.read('ada', 'note').text).toBe('unwanted')
    discarding.drafts.write('ada', 'note', '')
    discarding.end()
    const note = shown(open(tab).drafts)
    expect(note.now().text).toBe('')
    expect(await note.later()).toEqual({ text: '', isRestored: false, isKept: true })
    expect(Object.keys(storage)).toHaveLength(0)
  })

  test('what a closed tab left does not replace what was typed and taken back meanwhile', async () => {
    const { open, newTab } = browser(hasLocks)
    const killed = open(newTab())
    killed.drafts.write('ada', 'note', 'left behind')
    killed.end()
    const { drafts } = open(newTab())
    const note = shown(drafts)
    drafts.write('ada', 'note', 'typed')
    drafts.write('ada', 'note', '')
    expect((await note.later()).text).toBe('')
    expect((await shown(open(newTab()).drafts).later()).text).toBe('left behind')
  })

  test('what a copied tab writes at once does not count as written over the original’s', async () => {
    const { open, newTab } = browser(hasLocks)
    const tab = newTab()
    const original = open(tab, { now: 1000 })
    original.drafts.write('ada', 'note', 'original')
    const copy = open(newTab(tab), { now: 2000 })
    const note = shown(copy.drafts)
    copy.drafts.write('ada', 'note', 'copy')
    await note.later()
    for (const page of [original, copy]) page.end()
    const next = open(newTab(), { now: 3000 })
    expect((await shown(next.drafts).later()).text).toBe('copy')
    next.drafts.write('ada', 'note', '')
    expect((await shown(open(newTab(), { now: 4000 }).drafts).later()).text).toBe('original')
  })

  test('of several drafts that were left behind, the latest comes first and none is lost', async () => {
    const { open, newTab } = browser(hasLocks)
    for (const [text, now] of [
      ['older', 1000],
      ['latest', 2000],
    ] as const) {
      const page = open(newTab(), { now })
      page.drafts.write('ada', 'note', text)
      page.end()
    }
    const { drafts } = open(newTab(), { now: 3000 })
    expect((await shown(drafts).later()).text).toBe('latest')
    drafts.write('ada', 'note', '')
    expect((await shown(open(newTab(), { now: 4000 }).drafts).later()).text).toBe('older')
  })

  test('a frozen tab that comes back still has its text, although another one took it over', async () => {
    const { open, newTab } = browser(hasLocks)
    const tab = newTab()
    const frozen = open(tab)
    frozen.drafts.write('ada', 'note', 'from the frozen tab')
    frozen.end()
    const other = open(newTab())
    expect((await shown(other.drafts).later()).text).toBe('from the frozen tab')
    other.drafts.write('ada', 'note', '')
    frozen.comeBack()
    expect(frozen.drafts.read('ada', 'note').text).toBe('from the frozen tab')
    expect((await shown(open(tab).drafts).later()).text).toBe('from the frozen tab')
  })

  test('accounts and names have drafts of their own', async () => {
    const { open, newTab } = browser(hasLocks)
    const killed = open(newTab())
    killed.drafts.write('ada', 'comment on a:b', 'private')
    killed.end()
    const { drafts } = open(newTab())
    expect((await shown(drafts, 'comment on a:b', 'grace').later()).text).toBe('')
    expect((await shown(drafts, 'b', 'ada').later()).text).toBe('')
    expect((await shown(drafts, 'comment on a:b', 'ada').later()).text).toBe('private')
  })

  test('a draft of more than 30 days is removed, and a younger one stays', async () => {
    const { open, newTab, storage } = browser(hasLocks)
    const start = Date.parse('2026-01-01T00:00:00Z')
    const page = open(newTab(), { now: start })
    page.drafts.write('ada', 'note', 'old')
    page.end()
    storage.setItem('mothlight-draft:ada:page:broken', 'no JSON')
    storage.setItem('something else', 'stays')
    const young = open(newTab(), { now: start + 29 * day })
    young.end()
    expect(Object.keys(storage)).toHaveLength(2)
    const { drafts } = open(newTab(), { now: start + 31 * day })
    expect(Object.keys(storage)).toEqual(['something else'])
    expect((await shown(drafts).later()).text).toBe('')
  })

  test('where storage is forbidden or full, a draft lives as long as its page and says so', () => {
    const { open, newTab } = browser(hasLocks)
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const full = { getItem: () => null, setItem, removeItem: () => {} } as unknown as Storage
    for (const storage of [forbidden, () => full]) {
      const { drafts } = open(newTab(), { storage })
      drafts.write('ada', 'note', 'only here')
      const note = shown(drafts)
      expect(note.now()).toEqual({ text: 'only here', isRestored: true, isKept: false })
      drafts.write('ada', 'note', '')
      expect(note.now().text).toBe('')
    }
  })
})

test('a tab that is too busy to answer still counts as there, while it holds its lock', async () => {
  const { open, newTab } = browser(true)
  const tab = newTab()
  const busy = open(tab)
  busy.drafts.write('ada', 'note', 'the busy one’s')
  busy.fallSilent()
  const copy = shown(open(newTab(tab)).drafts)
  const other = shown(open(newTab()).drafts)
  await vi.waitFor(() => expect(copy.now().text).toBe(''))
  expect(other.now().text).toBe('')
  expect(busy.drafts.read('ada', 'note').text).toBe('the busy one’s')
})

test('a page that is slow to end is waited for, and what it left is taken over', async () => {
  const { open, newTab } = browser(true)
  const tab = newTab()
  const ending = open(tab)
  ending.drafts.write('ada', 'note', 'brought back')
  ending.fallSilent()
  const note = shown(open(tab).drafts)
  expect(note.now().text).toBe('brought back')
  ending.end()
  expect((await note.later()).text).toBe('brought back')
})
