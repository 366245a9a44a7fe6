export { useConversationsOfBug } from './use-conversations-of-bug.ts'
