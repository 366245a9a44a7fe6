export { type ChangedFacts, changeFacts } from './change-facts.ts'
