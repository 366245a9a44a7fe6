/** What a change of a bug may say besides the change itself. */
export interface ChangeOptions {
  /** The version that it began from; absent: the last one wins. */
  readonly baseVersion?: number | undefined
  /** The number of the event that it takes back. */
  readonly undoes?: number | undefined
}
