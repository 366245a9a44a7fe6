import { setLiveStatus } from '#web/lib/socket/live-status.ts'
import { theLine } from '#web/lib/socket/the-line.ts'
import { openLive } from './live.ts'

/** What makes this page live. It brings the socket along, so it is loaded when the page stands. */
export const theLive = openLive(setLiveStatus, theLine.join)
