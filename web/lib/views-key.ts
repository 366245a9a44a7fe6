/** Where the reader’s views are kept once the navigation bar has read them, for others who want to know something of them. */
export const viewsKey = ['views', 'list'] as const
