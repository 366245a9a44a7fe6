import type { DataFolder } from './data-folder.ts'
import { isPostmaster } from './postmaster.ts'

/** Servers that this process has to stop, by the folder of their data. */
const held = new Map<string, { readonly pid: number; readonly folder: DataFolder }>()

/**
 * Stops a server if this process ends without having done so: by a defect, or by a signal while it starts. Only a kill
 * of this process leaves the server running, for the next start to find. A command that uses the server as well starts
 * it again.
 */
export function endWithProcess(pid: number, folder: DataFolder): void {
  if (held.size === 0) process.on('exit', tellAll)
  held.set(folder.path, { pid, folder })
}

/** Reverses `endWithProcess`: the server has ended, or another process has to stop it. */
export function outliveProcess(folder: DataFolder): void {
  held.delete(folder.path)
  if (held.size === 0) process.off('exit', tellAll)
}

/** Tells all servers to stop. An exit handler can't await anything, so they shut down on their own. */
function tellAll(): void {
  for (const { pid, folder } of held.values()) {
    try {
      if (isPostmaster(pid, folder)) process.kill(pid, 'SIGINT')
    } catch {
      // The process has just ended.
    }
  }
}
