/** What other features may use of snoozing. */
export { SnoozeButton } from './snooze-button.tsx'
export { SnoozeCards } from './snooze-cards.tsx'
export { snoozeEntry } from './snooze-entry.tsx'
