import { AppError } from '#server/http/app-error.ts'
import type { Heartbeat } from './heartbeat.ts'

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

/** @param isShort whether there is too little room on the disk */
export function availabilityOf(heartbeat: Heartbeat, isShort: () => boolean): Availability {
  const refuseWhileAway = () => {
    if (!heartbeat.isAway) return
    throw new AppError('unavailable', 'The database can’t be reached at the moment. Nothing was changed; try again.', {
      retryAfterSeconds: 2,
    })
  }
  return {
    refuseWhileAway,
    refuseWrites: () => {
      refuseWhileAway()
      if (isShort()) throw diskFull()
    },
    onReturn: (listener) => heartbeat.onReturn(listener),
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
