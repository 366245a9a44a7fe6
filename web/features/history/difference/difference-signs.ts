/** Stands before each line of a text before and after. */
export const differenceSigns = { same: ' ', removed: '−', added: '+' } as const
