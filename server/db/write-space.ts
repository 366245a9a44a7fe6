import type { Logger } from '#server/config/log.ts'
import { statfs } from 'node:fs/promises'

/** How often free space is checked, in milliseconds. What is written meanwhile must fit into the reserve. */
const lookEvery = 1000
/** Factor of the reserve from which on there is enough room again, so that the state doesn't flap at the limit. */
const enoughAgain = 1.1

const mebibyte = 1024 * 1024

export interface WriteSpace {
  /** True while there is too little room for writes. */
  readonly isShort: boolean
  stop(): void
}

/**
 * Watches the free space on the data folder's disk. PostgreSQL ends when it can't write its log, and then reads fail
 * too. So writes are refused before that, and reads go on.
 * @param reserveBytes free bytes below which there is too little room
 * @param onShort called when room becomes short
 */
export async function watchSpace(
  folder: string,
  reserveBytes: number,
  log: Logger,
  onShort: () => void,
): Promise<WriteSpace> {
  let isShort = false
  const look = async () => {
    const free = await freeBytes(folder)
    if (free === undefined) return
    if (!isShort && free < reserveBytes) {
      isShort = true
      const room = { freeMB: Math.floor(free / mebibyte), neededMB: Math.ceil(reserveBytes / mebibyte) }
      log.error(room, `there is too little room on the disk of ${folder}: nothing is written until there is more`)
      onShort()
    } else if (isShort && free >= reserveBytes * enoughAgain) {
      isShort = false
      log.warn(`there is room on the disk of ${folder} again: writes go on`)
    }
  }
  await look()
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => (looking = false))
  }, lookEvery)
  timer.unref()
  return {
    get isShort() {
      return isShort
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns the free bytes; undefined where the system can't tell. */
async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
