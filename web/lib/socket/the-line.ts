import { sharedLine } from './shared-line.ts'

/** This page's line to the server. Whoever needs it loads it when the page stands: it brings the socket along. */
export const theLine = sharedLine()
