/** One of the lists of somebody's work. */
export interface WorkList<Item> {
  /** Undefined until they are known. */
  readonly items: readonly Item[] | undefined
  /** How many there are in all. */
  readonly total: number
  readonly error: Error | null
  readonly retry: () => void
}
