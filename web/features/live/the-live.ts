import { setLiveStatus } from '#web/lib/live-status.ts'
import { theLine } from '#web/lib/the-line.ts'
import { openLive } from './live.ts'

/** What makes this page live. It brings the socket along, so it is loaded when the page stands. */
export const theLive = openLive(setLiveStatus, theLine.join)
