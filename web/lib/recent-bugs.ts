/** A recently viewed bug, as the browser stores it. */
export interface RecentBug {
  readonly _id: string
  readonly title: string
}

/** Most bugs that are stored. */
export const maxRecentBugs = 20
const prefix = 'mothlight-recent-bugs:'

/** Returns the bugs that an account has viewed in this browser, the last one first. */
export function recentBugs(account: string): readonly RecentBug[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + account) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecentBug).slice(0, maxRecentBugs) : []
  } catch {
    return []
  }
}

/** Puts a bug first, with its current title. Those of any other account are removed. */
export function noteRecentBug(account: string, { _id, title }: RecentBug): void {
  const others = recentBugs(account).filter((bug) => bug._id !== _id)
  try {
    forgetRecentBugs()
    localStorage.setItem(prefix + account, JSON.stringify([{ _id, title }, ...others].slice(0, maxRecentBugs)))
  } catch {
    // Storage is full or forbidden, so nothing is stored.
  }
}

/** Removes a bug that can't be viewed any more. */
export function dropRecentBug(account: string, bugId: string): void {
  const all = recentBugs(account)
  const left = all.filter(({ _id }) => _id !== bugId)
  if (left.length === all.length) return
  try {
    localStorage.setItem(prefix + account, JSON.stringify(left))
  } catch {
    // Nothing was stored either.
  }
}

/** Removes the bugs that any account has viewed, so that the next person doesn't see their titles. */
export function forgetRecentBugs(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key)
    }
  } catch {
    // Nothing is stored where storage is forbidden.
  }
}

function isRecentBug(value: unknown): value is RecentBug {
  if (typeof value !== 'object' || value === null || !('_id' in value) || !('title' in value)) return false
  return typeof value._id === 'string' && typeof value.title === 'string'
}
