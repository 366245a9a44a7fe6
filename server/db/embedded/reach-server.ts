import { setTimeout as sleep } from 'node:timers/promises'
import type { Attachment } from './attach.ts'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'
import { launchServer, type Launch } from './launch.ts'
import { lastLines } from './log-file.ts'
import { isPostmaster, readPidFile, type PidFile } from './postmaster.ts'
import { stopServer, type StartedServer } from './server-process.ts'
import { Session } from './session.ts'
import { forgetSocketFolder, socketFolderOf } from './socket-folder.ts'

/** Time in ms without a sign of progress after which the server counts as stuck. */
const STUCK_AFTER_MS = 60_000
/** Time limit in ms for replaying the log after a crash, which does show progress. */
const RECOVERS_WITHIN_MS = 15 * 60_000
/** A server that reports ready has its socket. When the file is missing for this long (ms), somebody deleted it. */
const SOCKET_LOST_AFTER_MS = 1_000

/** Answers of a server that starts, stops or has just ended; the next look at the pid file tells which. */
const PASSING = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57014', // a shutdown during the handshake
  '53300',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ECONNREFUSED',
  '',
])
/** Log lines of a server that didn't start because another one is about to end, or has just begun to start. */
const OCCUPIED = /lock file .* (already exists|is empty)|pre-existing shared memory block|is being used by/

/**
 * Connects to the server of the data folder, starting it when none runs.
 * @throws EmbeddedStartError when it doesn't come up
 */
export async function reachServer(launch: Launch, previousSocketDir: string | undefined): Promise<Attachment> {
  const attempt = new Attempt(launch)
  try {
    for (; ; await sleep(15)) {
      const left = readPidFile(launch.folder)
      const running = left && isPostmaster(left.pid, launch.folder) ? left : undefined
      attempt.checkStarted(running)
      if (running) {
        const attachment = await attempt.connect(running)
        if (attachment) return attachment
      } else if (!attempt.started) {
        attempt.started = await launchServer(launch, left, previousSocketDir)
      }
      attempt.checkDeadline()
    }
  } catch (error) {
    await attempt.abandon()
    throw error
  }
}

class Attempt {
  started: StartedServer | undefined
  readonly #launch: Launch
  readonly #begun = performance.now()
  #lastSign = performance.now()
  #socketMissingSince: number | undefined
  #lastError: unknown
  #lastLog = ''

  constructor(launch: Launch) {
    this.#launch = launch
  }

  /** Records that the server we started has ended, by itself or because another one won. */
  checkStarted(running: PidFile | undefined): void {
    const end = this.started?.end()
    if (!this.started || !end) return
    const { log, socketDir, wasStopped } = this.started
    this.started = undefined
    const usedByOther = running && (running.socketDir === '' || this.#socketDir(running) === socketDir)
    if (!usedByOther) forgetSocketFolder(socketDir, this.#launch.folder, this.#launch.account)
    if (running) return
    if (end instanceof EmbeddedStartError) throw end
    this.#lastLog = log()
    this.#lastError = end
    // A command may have joined and stopped the server before we used it.
    if (!wasStopped() && !OCCUPIED.test(this.#lastLog)) throw this.#failed(end.message)
  }

  checkDeadline(): void {
    const now = performance.now()
    if (now - this.#lastSign < STUCK_AFTER_MS && now - this.#begun < RECOVERS_WITHIN_MS) return
    throw this.#failed(this.#lastError instanceof Error ? this.#lastError.message : 'it does not answer')
  }

  /** Connects; undefined when the server doesn't accept connections yet. */
  async connect(running: PidFile): Promise<Attachment | undefined> {
    if (running.socketDir === '') return undefined
    const socketDir = this.#socketDir(running)
    try {
      const session = await Session.open(socketDir, this.#launch.role)
      const startedHere = running.pid === this.started?.pid
      return { session, socketDir, pid: running.pid, startedHere }
    } catch (error) {
      await this.#weigh(error, running)
      return undefined
    }
  }

  async #weigh(error: unknown, running: PidFile): Promise<void> {
    const code = errorCode(error)
    const message = error instanceof Error ? error.message : String(error)
    if (!PASSING.has(code)) throw this.#failed(message)
    this.#lastError = error
    if (code === '57P03') this.#lastSign = performance.now()
    if (running.ready && (code === 'ENOENT' || code === 'ECONNREFUSED')) {
      this.#socketMissingSince ??= performance.now()
      if (performance.now() - this.#socketMissingSince < SOCKET_LOST_AFTER_MS) return
      // Somebody cleaned the temporary files. Nobody can connect to this server any more, so it is stopped.
      await stopServer(running.pid, this.#launch.folder)
    }
    this.#socketMissingSince = undefined
  }

  async abandon(): Promise<void> {
    if (this.started && !this.started.end()) await stopServer(this.started.pid, this.#launch.folder)
  }

  #socketDir(running: PidFile): string {
    return socketFolderOf(running.socketDir, this.#launch.folder)
  }

  #failed(reason: string): EmbeddedStartError {
    const { folder } = this.#launch
    const log = this.started?.log() ?? this.#lastLog
    return new EmbeddedStartError(
      `The built-in PostgreSQL on ${folder.path} did not start: ${reason}; see ${folder.log}.${lastLines(log)}`,
    )
  }
}
