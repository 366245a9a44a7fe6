import { AppError } from '#server/http/app-error.ts'

/**
 * Refuses to wait for the reporter of a bug that waits for nobody: a closed one, or one whose conversation goes on elsewhere.
 * @param field what asked for it
 * @throws AppError conflict
 */
export function refuseToAsk(bug: { readonly isClosed: boolean; readonly isMerged: boolean }, field: string): void {
  if (bug.isMerged)
    throw new AppError('conflict', 'This bug was merged into another one: ask there. Nothing was stored.', { field })
  if (bug.isClosed)
    throw new AppError('conflict', 'A closed bug waits for nobody: open it first. Nothing was stored.', { field })
}
