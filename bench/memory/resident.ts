import { readFileSync } from 'node:fs'

/** Private resident memory of a process, in bytes. */
export interface Resident {
  readonly now: number
  /** Its maximum so far. */
  readonly most: number
}

/** Reads it from the system. @throws Error where that is impossible (anything but Linux) */
export function residentOf(pid: number): Resident {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]
    if (kilobytes === undefined) throw new Error(`No ${name} of process ${pid}.`)
    return Number(kilobytes) * 1024
  }
  return { now: read('VmRSS'), most: read('VmHWM') }
}
