import { numberOf } from '#web/ui/text/number-format.ts'

/** Returns a number of bugs as the reader writes numbers. */
export const bugsWords = (total: number): string => `${numberOf(total)} ${total === 1 ? 'bug' : 'bugs'}`
