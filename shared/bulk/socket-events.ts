import { recordId } from '#shared/http/fields.ts'
import * as z from 'zod/mini'

/** What the server sends to the pages of whoever asked for a bulk change, by name. */
export const bulkPushes = {
  /** A bulk change has gone on: read it again. */
  'bulk-changed': z.object({ bulkId: recordId }),
} as const
