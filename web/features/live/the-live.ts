import { setLiveStatus } from '#web/lib/socket/live-status.ts'
import { theConnection } from '#web/lib/socket/the-connection.ts'
import { openLive } from './live.ts'

/**
 * The live updates of this page. Import it dynamically after the page has rendered, because it loads the socket
 * library.
 */
export const theLive = openLive(setLiveStatus, theConnection.join)
