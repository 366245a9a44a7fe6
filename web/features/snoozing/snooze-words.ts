import { shortTimeOf } from '#web/ui/text/timestamp-format.ts'

/** Returns until when a bug is snoozed; undefined when it is not, or not any more. */
export function heldUntil(until: string | undefined, now = Date.now()): string | undefined {
  return until === undefined || Date.parse(until) <= now ? undefined : until
}

/** Says until when. */
export function untilWords(until: string): string {
  return until === 'activity' ? 'until somebody else does something' : `until ${shortTimeOf(until)}`
}
