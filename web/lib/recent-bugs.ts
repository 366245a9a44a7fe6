/** A bug that somebody has looked at, as much of it as the browser keeps. */
export interface RecentBug {
  readonly _id: string
  readonly title: string
}

/** So many are kept. */
export const maxRecentBugs = 20
const prefix = 'mothlight-recent-bugs:'

/** The bugs that an account has looked at in this browser, the last one first. */
export function recentBugs(account: string): readonly RecentBug[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + account) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecentBug).slice(0, maxRecentBugs) : []
  } catch {
    return []
  }
}

/** Puts a bug before the others, under its title of now. Those of any other account go: somebody else sits here now. */
export function noteRecentBug(account: string, { _id, title }: RecentBug): void {
  const others = recentBugs(account).filter((bug) => bug._id !== _id)
  try {
    forgetRecentBugs()
    localStorage.setItem(prefix + account, JSON.stringify([{ _id, title }, ...others].slice(0, maxRecentBugs)))
  } catch {
    // Storage is full or forbidden: nothing is recent then.
  }
}

/** Forgets a bug that can't be seen any more. */
export function dropRecentBug(account: string, bugId: string): void {
  const all = recentBugs(account)
  const left = all.filter(({ _id }) => _id !== bugId)
  if (left.length === all.length) return
  try {
    localStorage.setItem(prefix + account, JSON.stringify(left))
  } catch {
    // Nothing was kept either.
  }
}

/** Forgets what any account has looked at: titles are for nobody who comes after it. */
export function forgetRecentBugs(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key)
    }
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function isRecentBug(value: unknown): value is RecentBug {
  if (typeof value !== 'object' || value === null || !('_id' in value) || !('title' in value)) return false
  return typeof value._id === 'string' && typeof value.title === 'string'
}
