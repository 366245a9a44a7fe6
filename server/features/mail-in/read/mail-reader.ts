import type { MailInSettings } from '#server/config/config.ts'
import { Worker } from 'node:worker_threads'
import type { Authenticity, CheckedMail } from './authenticity.ts'
import type { ReadMail } from './read-mail.ts'

/** How long the thread may take to begin, to take a mail apart, to cut its words, and to check its sender, in milliseconds. */
const longest = { ready: 30_000, mail: 10_000, words: 1000, checked: 20_000 }
type Step = keyof typeof longest

/** What the thread is asked. */
export type Asked =
  | { readonly is: 'read'; readonly raw: Uint8Array }
  | {
      readonly is: 'check'
      readonly mail: Omit<CheckedMail, 'raw'> & { readonly raw: Uint8Array }
      readonly settings: Pick<MailInSettings, 'authServer' | 'dnsServers'>
    }

/** What it says. */
export type Said =
  | { readonly is: 'ready' }
  | { readonly is: 'mail'; readonly mail: ReadMail | undefined }
  | { readonly is: 'words'; readonly words: string }
  | { readonly is: 'checked'; readonly authenticity: Authenticity }

/** A mail with what its author wrote in it themselves. */
export interface MailWithWords {
  readonly mail: ReadMail
  /** Without what is quoted and without the signature; all of it where those could not be found in time. */
  readonly words: string
}

/**
 * Reads mails, one after the other, in a thread of its own with limits of time and memory, because whoever wrote them may have meant
 * harm. A thread that is not done in time is ended, and the next mail gets another one.
 */
export class MailReader {
  #thread: Worker | undefined
  #hear: (said: Said | undefined) => void = () => {}
  /** What was said before anybody waited for it. */
  #said: Said[] = []

  /** @returns undefined for a mail that can't be read */
  async read(raw: Buffer): Promise<MailWithWords | undefined> {
    if (!(await this.#ask({ is: 'read', raw: new Uint8Array(raw) }))) return undefined
    const mail = (await this.#wait('mail'))?.mail
    if (!mail) return undefined
    return { mail, words: (await this.#wait('words'))?.words ?? mail.text.trim() }
  }

  /** Says whether a mail comes from whom it names. */
  async check(mail: CheckedMail, settings: Pick<MailInSettings, 'authServer' | 'dnsServers'>): Promise<Authenticity> {
    const { authServer, dnsServers } = settings
    const asked = {
      is: 'check',
      mail: { ...mail, raw: new Uint8Array(mail.raw) },
      settings: { authServer, dnsServers },
    } as const
    if (!(await this.#ask(asked))) return 'unknown'
    return (await this.#wait('checked'))?.authenticity ?? 'unknown'
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  async #ask(asked: Asked): Promise<boolean> {
    if (!this.#thread) {
      this.#begin()
      if (!(await this.#wait('ready'))) return false
    }
    this.#thread?.postMessage(asked)
    return this.#thread !== undefined
  }

  #begin(): void {
    const thread = new Worker(new URL('./mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
      // None of the settings of the process, which hold secrets.
      env: {},
      stdout: true,
      stderr: true,
    })
    this.#said = []
    this.#thread = thread
    thread.on('message', (said: Said) => {
      this.#said.push(said)
      this.#hear(said)
    })
    const end = () => {
      if (this.#thread === thread) this.#thread = undefined
      this.#hear(undefined)
    }
    thread.once('error', end)
    thread.once('exit', end)
  }

  /** Waits for the next word of the thread. @returns undefined where it does not come in time; the thread is ended then */
  async #wait<S extends Step>(step: S): Promise<Extract<Said, { is: S }> | undefined> {
    let timer: NodeJS.Timeout | undefined
    if (this.#said.length === 0 && this.#thread) {
      await new Promise<void>((resolve) => {
        this.#hear = () => resolve()
        timer = setTimeout(resolve, longest[step])
      })
    }
    clearTimeout(timer)
    this.#hear = () => {}
    const said = this.#said.shift()
    if (said?.is === step) return said as Extract<Said, { is: S }>
    await this.close()
    return undefined
  }
}

/** Reads one mail. @returns undefined for one that can't be read */
export async function readOne(raw: Buffer): Promise<MailWithWords | undefined> {
  const reader = new MailReader()
  try {
    return await reader.read(raw)
  } finally {
    await reader.close()
  }
}
