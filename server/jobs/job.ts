/** Work that is due by the clock and done in the background, by one of the processes that do jobs. */
export interface Job {
  /** Names it in the database, so it stays as it is. */
  readonly name: string
  /** What it does, for administrators, such as “Deletes uploads that nothing uses”. */
  readonly title: string
  /** When it is due, as cron writes it, in UTC. */
  readonly schedule: string
  /** Whether it is made up for, soon after a start, when nobody did it in the hour before. */
  readonly catchesUp: boolean
  /**
   * Does it. It may be done again after it was cut off anywhere, and by two processes at once if one of them was taken for
   * dead; what it needs to know it reads when it runs.
   * @param stop ends it between two steps
   */
  run(stop: AbortSignal): Promise<void>
}
