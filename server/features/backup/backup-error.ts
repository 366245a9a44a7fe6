/** A backup, restore, export or import of everything can't be done; `message` is one sentence that says what to do. */
export class BackupError extends Error {}

/** What every step throws once somebody has stopped it. */
export function stopped(): BackupError {
  return new BackupError('Stopped; nothing was left behind.')
}
