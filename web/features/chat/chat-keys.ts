/** Keys of what is cached about the chat. */
export const chatKeys = {
  lists: ['chat', 'list'],
  /** What the box shows of the inbox. */
  boxList: ['chat', 'list', 'box'],
  view: (conversationId: string) => ['chat', 'view', conversationId],
  answers: ['chat', 'answers'],
  ofBug: (bugId: string) => ['chat', 'of-bug', bugId],
} as const
