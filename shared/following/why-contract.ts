import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, timestamp } from '#shared/http/fields.ts'
import { deed } from './contract.ts'
import { notificationMailStates, notificationReasons, whyNotTold } from './level.ts'

/** Things of which it is explained whether somebody was told. */
export const maxExplained = 20

/** Whether somebody was told of what another one did at a bug, and why, or why not. */
const explained = z.object({
  ...deed.shape,
  told: z.optional(
    z.object({
      reason: z.enum(notificationReasons),
      on: timestamp,
      /** When they read it, or it was done without; null: not yet. */
      seenOn: z.nullable(timestamp),
      mail: z.enum(notificationMailStates),
      /** When it was mailed; null: not so far. */
      mailedOn: z.nullable(timestamp),
    }),
  ),
  /** Absent for what they were told. */
  whyNot: z.optional(z.enum(whyNotTold)),
})
export type ExplainedNotification = z.output<typeof explained>

export const explainNotifications = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/why',
  access: 'canViewData',
  summary: `Whether the caller was told of the last ${maxExplained} things that others did at a bug, latest first. What they were told is stored, with why and whether it was seen and mailed. Why they were not told is what holds now, because what was decided then is not kept. What was seen is forgotten after 30 days.`,
  params: z.object({ bugId: bugName }),
  reply: z.object({ result: z.array(explained) }),
})
