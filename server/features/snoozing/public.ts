export { snoozedBugs, snoozedUntil } from './snoozed-bugs.ts'
