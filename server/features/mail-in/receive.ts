import { type Availability, isRefused } from '#server/http/availability.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import { type NewReceived, storeReceived } from './received-store.ts'

/** There is no room, or no database: whoever has the mail keeps it and tries again. */
export class Refused extends Error {}

/** Stores a mail; once it resolves, whoever gave it may forget it. @throws Refused */
export type Receive = (mail: NewReceived) => Promise<void>

export function receiver(inTx: InTx, availability: Availability): Receive {
  return async (mail) => {
    if (isRefused(availability.refuseWrites)) throw new Refused('Nothing is stored at the moment.')
    try {
      await inTx((tx) => storeReceived(tx, mail))
    } catch (error) {
      if (error instanceof AppError) throw new Refused(error.message, { cause: error })
      throw error
    }
  }
}
