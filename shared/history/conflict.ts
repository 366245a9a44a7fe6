import * as z from 'zod/mini'
import { timelineEntry } from './timeline-entry.ts'

/** Fields whose words two people may change at once. */
export const mergedFields = ['title', 'description', 'stepsToReproduce', 'message'] as const
export type MergedField = (typeof mergedFields)[number]

/**
 * What the refusal `conflict` carries beside `error`: a change began from a version that is no longer the last, and
 * both can't be had. Nothing was stored. Sent again with `baseVersion` set to `version`, it is judged anew.
 */
export const conflict = z.object({
  /** Of the record as it is now. */
  version: z.int(),
  /** What others changed since, of what the caller wanted to change; the newest at most. */
  since: z.array(timelineEntry),
  /** The texts that clash: as they were, as they are, and as the caller wants them. */
  clashes: z.array(z.object({ field: z.enum(mergedFields), base: z.string(), theirs: z.string(), yours: z.string() })),
  /** Every text that was sent, with both sides' changes where they go together; a text that clashes is the caller's. */
  merged: z.optional(
    z.object({
      title: z.optional(z.string()),
      description: z.optional(z.string()),
      stepsToReproduce: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
})
export type Conflict = z.output<typeof conflict>
