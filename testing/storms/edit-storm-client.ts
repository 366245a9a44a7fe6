import { pick, type Random } from '#bench/random.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import type { Conflict } from '#shared/history/conflict.ts'

export const fields = ['title', 'description', 'stepsToReproduce'] as const
export type Field = (typeof fields)[number]
export type Texts = Readonly<Record<Field, string>>

/** An edit that one client requested, with the mark in every field that it changed. */
export interface AskedEdit {
  readonly mark: string
  readonly bugId: string
  readonly changed: readonly Field[]
  /** What the client saw before it asked; undefined when it named no version. */
  readonly seen: Texts | undefined
  readonly wanted: Texts
  /** The server's answer: stored, refused, or none, so that the outcome is unknown. */
  outcome: 'stored' | 'refused' | 'unknown'
}

/** Returns the origin of the product; undefined while it is being restarted. */
export type Whereabouts = () => string | undefined

/** A client that edits bugs based on what it last saw, which may be old, and loses the connection now and then. */
export class EditStormClient {
  readonly asked: AskedEdit[] = []
  /** Broken promises that a client can notice by itself. */
  readonly complaints: string[] = []
  readonly #seen = new Map<string, { version: number; texts: Texts }>()
  readonly #name: string
  readonly #cookie: string
  readonly #origin: Whereabouts
  readonly #random: Random

  constructor(name: string, cookie: string, origin: Whereabouts, random: Random) {
    this.#name = name
    this.#cookie = cookie
    this.#origin = origin
    this.#random = random
  }

  /** Changes something about a bug, in one of the ways of people and scripts. */
  async edit(bugId: string): Promise<void> {
    const random = this.#random
    const seen = this.#seen.get(bugId)
    // Most people read the bug first; some have had its page open for long.
    if (!seen || random() < 0.5) {
      if (!(await this.#look(bugId))) return
    }
    const { version, texts } = this.#seen.get(bugId) as { version: number; texts: Texts }
    const isScript = random() < 0.05
    const mark = this.#newMark()
    const changed = fields.filter(() => random() < 0.45)
    if (changed.length === 0) changed.push(pick(random, fields))
    const next = { ...texts }
    for (const field of changed) next[field] = this.#changeLine(texts[field], mark)
    const seenTexts = isScript ? undefined : texts
    await this.#send({ mark, bugId, changed, seen: seenTexts, wanted: next, outcome: 'unknown' }, version)
  }

  /** Undoes one of the last changes of a bug, if allowed. */
  async undo(bugId: string): Promise<void> {
    const list = await this.#request('GET', `/api/bug/${bugId}/timeline?filter=changes&limit=5`)
    const entries = (list?.body as { result?: { _id: string; abilities: { undo: boolean } }[] } | undefined)?.result
    const entry = entries?.find(({ abilities }) => abilities.undo)
    if (!entry) return
    const answer = await this.#request('POST', `/api/bug/${bugId}/timeline/${entry._id}/undo`)
    if (answer && ![200, 409].includes(answer.status)) this.complaints.push(`an undo was answered ${answer.status}`)
  }

  async #look(bugId: string): Promise<boolean> {
    const answer = await this.#request('GET', `/api/bug/${bugId}?comments=none`)
    if (answer?.status !== 200) return false
    this.#keep((answer.body as { result: Bug }).result)
    return true
  }

  async #send(edit: AskedEdit, version: number): Promise<void> {
    this.asked.push(edit)
    const body = { ...edit.wanted, ...(edit.seen && { baseVersion: version }) }
    const answer = await this.#request('PUT', `/api/bug/${edit.bugId}`, body)
    if (answer?.status === 200) {
      edit.outcome = 'stored'
      const { result } = answer.body as { result: Bug }
      for (const field of edit.changed) {
        if (!result[field].includes(edit.mark)) this.complaints.push(`${edit.mark} is not in the ${field} it was given`)
      }
      this.#keep(result)
    } else if (answer?.status === 409) {
      edit.outcome = 'refused'
      await this.#decide(edit, (answer.body as { conflict: Conflict }).conflict)
    } else if (answer && answer.status < 500) this.complaints.push(`${edit.mark} was answered ${answer.status}`)
  }

  /** Resolves a conflict: keeps both, takes theirs, or gives up. */
  async #decide(edit: AskedEdit, { version, clashes, merged }: Conflict): Promise<void> {
    for (const { field, base, theirs, yours } of clashes) {
      if (!edit.changed.includes(field as Field)) this.complaints.push(`${edit.mark} clashes in a field it left alone`)
      if (base === theirs || !yours.includes(edit.mark)) this.complaints.push(`${edit.mark} clashes with nobody`)
    }
    const theirs = Object.fromEntries(clashes.map(({ field, theirs: text }) => [field, text]))
    if (this.#random() < 0.4) return
    const mark = this.#newMark()
    const shown = { ...(merged as Texts), ...theirs }
    const [seen, wanted] = [{ ...shown }, { ...shown }]
    for (const field of fields) {
      seen[field] += edit.seen?.[field] ?? ''
      if (field in theirs) wanted[field] = this.#changeLine(shown[field], mark)
      else wanted[field] = shown[field].replaceAll(edit.mark, mark)
    }
    await this.#send({ ...edit, mark, seen, wanted, outcome: 'unknown' }, version)
  }

  #newMark(): string {
    return `<${this.#name}.${this.asked.length}>`
  }

  /** Rewrites one line; the others stay. */
  #changeLine(text: string, mark: string): string {
    const lines = text.split('\n')
    const filled = lines.flatMap((line, index) => (line === '' ? [] : [index]))
    const index = pick(this.#random, filled)
    lines[index] = `${(lines[index] ?? '').replace(/ ?<[^>]*>/g, '')} ${mark}`
    return lines.join('\n')
  }

  #keep({ _id, version, title, description, stepsToReproduce }: Bug): void {
    this.#seen.set(_id, { version, texts: { title, description, stepsToReproduce } })
  }

  /** Sends a request. @returns undefined when no answer came */
  async #request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | undefined> {
    const origin = this.#origin()
    if (origin === undefined) return undefined
    // Now and then the connection breaks before the answer arrives.
    const timeout = this.#random() < 0.02 ? Math.floor(this.#random() * 6) : 10_000
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: { cookie: this.#cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(timeout),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }
}
