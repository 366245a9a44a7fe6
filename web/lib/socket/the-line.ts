import { sharedLine } from './shared-line.ts'

/**
 * This page's connection to the server. Import it dynamically after the page has rendered, because it loads the socket
 * library.
 */
export const theLine = sharedLine()
