import { readFileSync } from 'node:fs'

/** Memory of a process that is not shared away or on disk, in bytes. */
export interface Resident {
  readonly now: number
  /** The most that it ever was. */
  readonly most: number
}

/** @throws Error where the system does not tell (anything but Linux) */
export function residentOf(pid: number): Resident {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]
    if (kilobytes === undefined) throw new Error(`No ${name} of process ${pid}.`)
    return Number(kilobytes) * 1024
  }
  return { now: read('VmRSS'), most: read('VmHWM') }
}
