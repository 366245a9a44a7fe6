export { recordMentions } from './record-mentions.ts'
export { mentionsOfBug, mentionsOfComment } from './read-mentions.ts'
