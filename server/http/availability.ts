import type { DatabaseCondition } from '#server/db/connect.ts'
import { AppError } from './app-error.ts'

/** Checks whether what a request needs is available, so that the request is refused at once with a clear answer. */
export interface Availability {
  /** Refuses while the database doesn't answer. @throws AppError unavailable */
  refuseWhileAway(): void
  /** Refuses writes, also while there is no room on the disk. @throws AppError unavailable */
  refuseWrites(): void
  /** Registers a listener that is called each time the database answers again. */
  onReturn(listener: () => void): void
}

/** For a database that isn't watched. */
export const alwaysAvailable: Availability = {
  refuseWhileAway: () => {},
  refuseWrites: () => {},
  onReturn: () => {},
}

/** Returns the checks for a database. Each call reads its current condition. */
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

/** Returns the refusal of a write for which there is no room. */
export function diskFull(): AppError {
  return new AppError(
    'unavailable',
    'The server’s disk is full: this was not saved. Whoever runs the server has to make room; then try again.',
    { retryAfterSeconds: 10 },
  )
}

/** Returns whether a check refuses. */
export function isRefused(check: () => void): boolean {
  try {
    check()
    return false
  } catch {
    return true
  }
}
