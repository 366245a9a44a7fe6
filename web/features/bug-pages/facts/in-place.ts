/** What changing facts in place needs once somebody does so; the screens load it when they are idle. */
export { closeOwn } from './close-own.ts'
export { FactPicker } from './fact-picker.tsx'
export { reopen } from './reopen.ts'
export { repeatOwn } from './repeat-own.ts'
export { sayKeyMoved } from './say-key-moved.ts'
export { setFact } from './set-fact.ts'
export { undoOwn } from './undo-own.ts'
