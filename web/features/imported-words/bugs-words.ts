import { numberOf } from '#web/ui/text/number-format.ts'

/** Returns how many bugs these are. */
export const bugsWords = (count: number) => (count === 1 ? '1 bug' : `${numberOf(count)} bugs`)
