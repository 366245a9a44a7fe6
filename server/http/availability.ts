import type { DatabaseCondition } from '#server/db/connect.ts'
import { AppError } from './app-error.ts'

/** Whether what a request needs is there, so that it is refused at once and clearly instead of waiting for it. */
export interface Availability {
  /** @throws AppError unavailable while the database doesn't answer */
  refuseWhileAway(): void
  /** @throws AppError unavailable, also while there is no room on the disk */
  refuseWrites(): void
  /** Calls back each time that the database answers again. */
  onReturn(listener: () => void): void
}

/** For a database that nobody watches. */
export const alwaysAvailable: Availability = {
  refuseWhileAway: () => {},
  refuseWrites: () => {},
  onReturn: () => {},
}

/** Returns the refusals that follow from how the database is at each moment. */
export function availabilityOf(database: DatabaseCondition): Availability {
  const refuseWhileAway = () => {
    if (!database.isAway) return
    throw new AppError('unavailable', 'The database can’t be reached at the moment. Nothing was changed; try again.', {
      retryAfterSeconds: 2,
    })
  }
  return {
    refuseWhileAway,
    refuseWrites: () => {
      refuseWhileAway()
      if (database.isShort) throw diskFull()
    },
    onReturn: (listener) => database.onReturn(listener),
  }
}

/** The refusal of a write for which there is no room. */
export function diskFull(): AppError {
  return new AppError(
    'unavailable',
    'The server’s disk is full: this was not saved. Whoever runs the server has to make room; then try again.',
    { retryAfterSeconds: 10 },
  )
}

/** Whether a check refuses. */
export function isRefused(check: () => void): boolean {
  try {
    check()
    return false
  } catch {
    return true
  }
}
