/** Keys of the chat's cached queries. */
export const chatKeys = {
  lists: ['chat', 'list'],
  /** The conversations in the box. */
  boxList: ['chat', 'list', 'box'],
  view: (conversationId: string) => ['chat', 'view', conversationId],
  answers: ['chat', 'answers'],
  ofBug: (bugId: string) => ['chat', 'of-bug', bugId],
} as const
