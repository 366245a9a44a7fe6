/** Keys of the chat's cached queries. */
export const chatKeys = {
  lists: ['chat', 'list'],
  /** The conversations in the box. */
  boxList: ['chat', 'list', 'box'],
  view: (conversationId: string) => ['chat', 'view', conversationId],
  /** Read again with the conversation. */
  notes: (conversationId: string) => ['chat', 'view', conversationId, 'notes'],
  answers: ['chat', 'answers'],
  ofBug: (bugId: string) => ['chat', 'of-bug', bugId],
} as const
