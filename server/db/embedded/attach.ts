import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryCopyInUse } from './binaries-copy.ts'
import { EmbeddedStartError } from './embedded-start-error.ts'
import { endWithProcess, outliveProcess } from './end-with-process.ts'
import type { Launch } from './launch.ts'
import { reachServer } from './reach-server.ts'
import { stopServer } from './server-process.ts'
import { Session } from './session.ts'
import { removeSocketFolder } from './socket-folder.ts'

/** One use of a running server. */
export interface Attachment {
  readonly session: Session
  readonly socketDir: string
  readonly pid: number
  readonly startedHere: boolean
}

/** Time in ms within which a stopping server ends, unless something is wrong with it. */
const ENDS_WITHIN_MS = 90_000

/**
 * Finds or starts the server and becomes one of its users, as the application if that is the role.
 * @param previousSocketDir - where the server's socket was before, to have it there again
 * @throws EmbeddedStartError when the server can't be started or another application uses it
 */
export async function attach(launch: Launch, previousSocketDir?: string): Promise<Attachment> {
  for (const end = performance.now() + ENDS_WITHIN_MS; performance.now() < end; await sleep(50)) {
    const attachment = await reachServer(launch, previousSocketDir)
    if (await join(attachment, launch)) {
      if (launch.role === 'app') endWithProcess(attachment.pid, launch.folder)
      return attachment
    }
    await attachment.session.close()
  }
  throw new EmbeddedStartError(
    `Another process is stopping PostgreSQL on ${launch.folder.path} and does not get done; see ${launch.folder.log}.`,
  )
}

/** Joins the server as a user; false when the server is being stopped meanwhile. */
async function join(attachment: Attachment, launch: Launch): Promise<boolean> {
  const { session, socketDir } = attachment
  let otherApp: string | undefined
  try {
    if (!(await session.joinUsers())) return false
    // Whoever stops the server loses its lock a moment before this connection is cut, so the lock alone shows nothing.
    // From before that moment the server refuses new connections.
    await Session.open(socketDir, launch.role).then((another) => another.close())
    if (launch.role === 'command' || (await session.becomeApp())) return true
    otherApp = await session.appPid()
  } catch {
    return false
  }
  await detach(attachment, launch)
  throw new EmbeddedStartError(
    `Mothlight is already running on ${launch.folder.path} (${otherApp ? `process ${otherApp}` : 'another process'}); ` +
      'stop it first or set DATA_DIR to another folder.',
  )
}

/**
 * Stops using the server, and stops the server when nobody else uses it.
 * @throws Error when the server does not end
 */
export async function detach(attachment: Attachment, launch: Launch): Promise<void> {
  const { session, pid, socketDir } = attachment
  const { folder, account } = launch
  try {
    // A lost connection means that the server has ended or lost its users already, so there is nothing to stop.
    const wasLast = await session.leaveUsers().catch(() => false)
    if (!wasLast) return
    // Looked up before the stop: the next server, perhaps of another process, may use a copy of its own.
    const copy = temporaryCopyInUse(folder, account)
    await stopServer(pid, folder)
    await removeSocketFolder(socketDir, folder, account)
    if (copy) await rm(copy, { recursive: true, force: true })
  } finally {
    outliveProcess(folder)
    await session.close()
  }
}
