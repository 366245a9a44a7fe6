export { mentionsIn, recordMentions } from './record-mentions.ts'
export {
  type MentionFields,
  mentionsByText,
  mentionsOfBug,
  mentionsOfComment,
  ownMentionsOfBug,
} from './read-mentions.ts'
