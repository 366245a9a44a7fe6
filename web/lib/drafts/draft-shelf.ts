/** A text in the browser's storage. */
export interface KeptText {
  readonly text: string
  /** When it was last written, in milliseconds since 1970. */
  readonly at: number
  /** The page whose text this one replaces, unless that page turns out to be open. */
  readonly replaces?: string
}

const prefix = 'mothlight-draft:'

/** Age in milliseconds after which drafts are removed: 30 days. */
const lifetime = 30 * 86_400_000

/** The storage of drafts: one key for each account, page and name, so that pages never overwrite each other's. */
export interface DraftShelf {
  readonly read: (account: string, page: string, name: string) => KeptText | undefined
  /** Stores a draft; returns false when that is impossible. */
  readonly write: (account: string, page: string, name: string, kept: KeptText) => boolean
  readonly remove: (account: string, page: string, name: string) => void
  /** Returns the pages that have a draft of this name. */
  readonly pagesWith: (account: string, name: string) => readonly string[]
  /** Removes old and unreadable drafts. */
  readonly sweep: (now: number) => void
}

/** Opens the storage. It may be full or forbidden, so nothing here throws. */
export function draftShelf(storage: () => Storage): DraftShelf {
  function keys(): readonly string[] {
    return attempt(() => Object.keys(storage()).filter((key) => key.startsWith(prefix))) ?? []
  }
  const take = (key: string) => attempt(() => parsed(storage().getItem(key)))
  const drop = (key: string) => void attempt(() => storage().removeItem(key))

  return {
    read: (account, page, name) => take(keyOf(account, page, name)),
    write: (account, page, name, kept) =>
      attempt(() => {
        storage().setItem(keyOf(account, page, name), JSON.stringify(kept))
        return true
      }) ?? false,
    remove: (account, page, name) => drop(keyOf(account, page, name)),
    pagesWith: (account, name) =>
      keys().flatMap((key) => {
        const [, itsAccount, page = '', ...itsName] = key.split(':')
        return itsAccount === account && itsName.join(':') === name ? [page] : []
      }),
    sweep: (now) => {
      for (const key of keys()) if ((take(key)?.at ?? 0) < now - lifetime) drop(key)
    },
  }
}

function keyOf(account: string, page: string, name: string): string {
  return `${prefix}${account}:${page}:${name}`
}

function parsed(json: string | null): KeptText | undefined {
  if (json === null) return undefined
  const kept = JSON.parse(json) as Partial<KeptText> | null
  return typeof kept?.text === 'string' && typeof kept.at === 'number' ? (kept as KeptText) : undefined
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
