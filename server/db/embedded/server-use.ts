import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { attach, detach, type Attachment } from './attach.ts'
import type { Launch } from './launch.ts'
import { boundLog } from './log-file.ts'
import { stopServer } from './server-process.ts'
import { DATABASE, USER } from './session.ts'
import { PORT, socketPath } from './socket-folder.ts'

/** Waits in ms before each try to restart a server that ended by itself. */
const RESTART_AFTER_MS = [0, 200, 1_000, 3_000]
const LONGEST_WAIT_MS = 5_000
/** Number of tries after which the operator is told that the server can't be started. */
const TOLD_AFTER_TRIES = 4
const UPKEEP_EVERY_MS = 60_000

export type RestartListener = (outcome: 'restarted' | Error) => void

/** Uses a server from begin() to release() and brings it back when it ends meanwhile. */
export class ServerUse {
  readonly port = PORT
  readonly user = USER
  readonly database = DATABASE
  /** Stays the same over restarts, since connection pools hold it. */
  readonly socketDir: string
  readonly startedHere: boolean
  readonly #launch: Launch
  readonly #onRestart: RestartListener
  readonly #upkeep: NodeJS.Timeout | undefined
  #attachment: Attachment
  #recovering: Promise<void> | undefined
  #released: Promise<void> | undefined
  readonly #leaving = new AbortController()

  private constructor(launch: Launch, attachment: Attachment, onRestart: RestartListener) {
    this.#launch = launch
    this.#attachment = attachment
    this.#onRestart = onRestart
    this.socketDir = attachment.socketDir
    this.startedHere = attachment.startedHere
    this.#watch()
    if (launch.role === 'app') this.#upkeep = setInterval(() => this.keepUp(), UPKEEP_EVERY_MS).unref()
  }

  /** @throws EmbeddedStartError as startEmbedded says */
  static async begin(launch: Launch, onRestart: RestartListener): Promise<ServerUse> {
    return new ServerUse(launch, await attach(launch), onRestart)
  }

  get pid(): number {
    return this.#attachment.pid
  }

  /** An arrow function, so that it can be passed on alone. */
  readonly release = (): Promise<void> => {
    this.#released ??= this.#leave()
    return this.#released
  }

  /** Keeps the log small, and restarts a server whose socket was deleted, because it could accept no new connection. */
  keepUp(): void {
    if (this.#recovering || this.#released) return
    boundLog(this.#launch.folder.log)
    if (!existsSync(socketPath(this.socketDir))) stopServer(this.pid, this.#launch.folder).catch(() => undefined)
  }

  async #leave(): Promise<void> {
    clearInterval(this.#upkeep)
    this.#leaving.abort()
    await this.#recovering
    await detach(this.#attachment, this.#launch)
  }

  #watch(): void {
    this.#attachment.session.watch(() => {
      if (this.#released) return
      const recovering = this.#recover().finally(() => {
        if (this.#recovering === recovering) this.#recovering = undefined
      })
      this.#recovering = recovering
    })
  }

  /** Tries until it succeeds, because the cause, for example a full disk, may be removed meanwhile. */
  async #recover(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const wait = RESTART_AFTER_MS[tries - 1] ?? LONGEST_WAIT_MS
      await sleep(wait, undefined, { signal: this.#leaving.signal }).catch(() => undefined)
      if (this.#released) return
      try {
        await this.#reattach()
        if (!this.#released) this.#onRestart('restarted')
        return
      } catch (error) {
        if (tries === TOLD_AFTER_TRIES) this.#onRestart(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  async #reattach(): Promise<void> {
    const attachment = await attach(this.#launch, this.socketDir)
    this.#attachment = attachment
    if (attachment.socketDir !== this.socketDir) {
      await detach(attachment, this.#launch)
      throw new Error(`PostgreSQL's socket moved from ${this.socketDir} to ${attachment.socketDir}`)
    }
    this.#watch()
  }
}
