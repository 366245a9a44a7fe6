/** Returns how many people a bug affects, in words. */
export function affectedWords(count: number): string {
  return count === 1 ? 'affects 1 person' : `affects ${count} people`
}

/** Returns how many people follow a bug, in words. */
export function followerWords(count: number): string {
  if (count === 0) return 'Nobody follows this bug'
  return count === 1 ? '1 person follows this bug' : `${count} people follow this bug`
}
