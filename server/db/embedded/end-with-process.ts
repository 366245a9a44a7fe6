import type { DataFolder } from './data-folder.ts'
import { isPostmaster } from './postmaster.ts'

/** Servers that this process answers for, by the folder of their data. */
const held = new Map<string, { readonly pid: number; readonly folder: DataFolder }>()

/**
 * Has a server told to stop if this process ends without having done so: by a defect, or by a signal while it starts.
 * Only who kills this process leaves the server behind, for the next start to find. A command that uses it as well starts it
 * again.
 */
export function endWithProcess(pid: number, folder: DataFolder): void {
  if (held.size === 0) process.on('exit', tellAll)
  held.set(folder.path, { pid, folder })
}

/** The opposite of `endWithProcess`: the server is gone, or somebody else's to stop. */
export function outliveProcess(folder: DataFolder): void {
  held.delete(folder.path)
  if (held.size === 0) process.off('exit', tellAll)
}

/** Nothing can be awaited here: the servers end by themselves, in good order. */
function tellAll(): void {
  for (const { pid, folder } of held.values()) {
    try {
      if (isPostmaster(pid, folder)) process.kill(pid, 'SIGINT')
    } catch {
      // It has just ended.
    }
  }
}
