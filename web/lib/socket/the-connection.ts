import { sharedConnection } from './shared-connection.ts'

/**
 * This page's connection to the server. Import it dynamically after the page has rendered, because it loads the socket
 * library.
 */
export const theConnection = sharedConnection()
