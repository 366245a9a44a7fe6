/** What changing facts in place needs once somebody does so; the screens load it when they are idle. */
export { FactPicker } from './fact-picker.tsx'
export { repeatOwn } from './repeat-own.ts'
export { setFact } from './set-fact.ts'
export { undoOwn } from './undo-own.ts'
