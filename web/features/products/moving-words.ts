/** How it is told that bugs are moved to a product or a version. */
export const movingWords = {
  doing: 'Moving to',
  done: 'moved to',
  undoing: 'Moving back from',
  undone: 'moved back from',
}
