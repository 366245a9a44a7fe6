import { pick, type Random, seededRandom } from '#bench/random.ts'
import { type Answered, Client } from './client.ts'
import type { Journal } from './journal.ts'

interface KnownBug {
  readonly id: string
  version: number
}

interface Person {
  readonly userId: string
  readonly cookie: string
}

/** Returns the origin of the product; undefined while it is known to be away. */
export type Whereabouts = () => string | undefined

/** A write that is sent again with the same key until its outcome is known. */
interface Keyed {
  readonly key: string
  readonly send: (client: Client, key: string) => Promise<Answered>
  readonly keep: (result: Record<string, unknown>) => void
}

type Act = (worker: Worker) => Promise<void>

/** People who make all kinds of writes at once, from `start` to `stop`. */
export class MixedLoad {
  readonly #journal: Journal
  readonly #people: readonly Person[]
  readonly #seed: string
  readonly #bugs: KnownBug[] = []
  #marks = 0
  #stopped = true
  #working: Promise<void>[] = []
  readonly #workers: Worker[]

  constructor(origin: Whereabouts, people: readonly Person[], journal: Journal, seed: string) {
    this.#people = people
    this.#journal = journal
    this.#seed = seed
    this.#workers = people.map((person, n) => ({
      client: new Client(origin, person.cookie, journal),
      random: seededRandom(`${seed} worker ${n}`),
      open: undefined,
    }))
  }

  start(): void {
    this.#stopped = false
    this.#working = this.#workers.map(async (worker) => {
      while (!this.#stopped) await this.#step(worker)
    })
  }

  /** Resolves when every request is answered or given up. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#working)
  }

  /** Sends writes with an unknown outcome once more, so that each of them exists exactly once. */
  async settle(): Promise<void> {
    for (const worker of this.#workers) {
      for (let tries = 0; worker.open && tries < 200; tries++) await this.#sendOpen(worker)
      if (worker.open) this.#journal.complaints.push(`${worker.open.key} was not taken after many tries`)
    }
  }

  async #step(worker: Worker): Promise<void> {
    if (worker.open) return this.#sendOpen(worker)
    if (this.#bugs.length < 3) return this.#report(worker)
    return pick(worker.random, this.#acts)(worker)
  }

  readonly #acts: readonly Act[] = [
    (worker) => this.#report(worker),
    (worker) => this.#comment(worker),
    (worker) => this.#comment(worker),
    (worker) => this.#comment(worker),
    (worker) => this.#edit(worker),
    (worker) => this.#edit(worker),
    (worker) => this.#close(worker),
    (worker) => this.#assign(worker),
    (worker) => this.#upload(worker),
    (worker) => this.#merge(worker),
    (worker) => this.#read(worker),
  ]

  #mark(): string {
    return `<${this.#seed}.${this.#marks++}>`
  }

  async #report(worker: Worker): Promise<void> {
    const title = `A report ${this.#mark()}`
    worker.open = {
      key: title,
      send: (client, key) => {
        const body = { title, description: 'The lamp is dark.\n\nVery dark.', stepsToReproduce: '1. Look' }
        return client.send('POST', '/api/bug/new', body, key)
      },
      keep: ({ _id, version }) => {
        this.#bugs.push({ id: String(_id), version: Number(version) })
        this.#journal.acknowledged.push({ kind: 'report', id: String(_id), title })
      },
    }
    await this.#sendOpen(worker)
  }

  async #comment(worker: Worker, more = ''): Promise<void> {
    const { id: bugId } = this.#someBug(worker.random)
    const message = `A comment ${this.#mark()}${more}`
    worker.open = {
      key: message,
      send: (client, key) => client.send('POST', `/api/bug/${bugId}/comments/new`, { message }, key),
      keep: ({ commentId: id }) => this.#journal.acknowledged.push({ kind: 'comment', id: String(id), bugId, message }),
    }
    await this.#sendOpen(worker)
  }

  async #sendOpen(worker: Worker): Promise<void> {
    const { open } = worker
    if (!open) return
    const answer = await open.send(worker.client, open.key)
    if (answer.status === undefined || answer.status >= 500) return
    // A person has to wait between two reports.
    worker.open = undefined
    if (answer.status === 200) open.keep(answer.result)
  }

  async #edit(worker: Worker): Promise<void> {
    const bug = this.#someBug(worker.random)
    const texts = { title: `Edited ${this.#mark()}`, description: 'The lamp is dark.', stepsToReproduce: '1. Look' }
    await this.#change(worker, 'edit', bug, 'PUT', `/api/bug/${bug.id}`, texts)
  }

  async #close(worker: Worker): Promise<void> {
    const bug = this.#someBug(worker.random)
    const closed = worker.random() < 0.5
    await this.#change(worker, 'status', bug, 'PUT', `/api/bug/${bug.id}/close`, { closed })
  }

  async #assign(worker: Worker): Promise<void> {
    const bug = this.#someBug(worker.random)
    const { userId } = pick(worker.random, this.#people)
    await this.#change(worker, 'assignment', bug, 'PUT', `/api/bug/${bug.id}/assign`, { userId })
  }

  async #merge(worker: Worker): Promise<void> {
    const [bug, into] = [this.#someBug(worker.random), this.#someBug(worker.random)]
    if (bug === into || worker.random() < 0.7) return this.#read(worker)
    await this.#change(worker, 'merge', bug, 'POST', `/api/bug/${bug.id}/merge`, { into: into.id })
  }

  async #change(
    { client }: Worker,
    what: string,
    bug: KnownBug,
    method: string,
    path: string,
    body: Record<string, unknown>,
  ): Promise<void> {
    const answer = await client.send(method, path, { ...body, baseVersion: bug.version })
    if (answer.status === 200) {
      const version = Number(answer.result['version'])
      bug.version = Math.max(bug.version, version)
      this.#journal.acknowledged.push({ kind: 'change', what, bugId: bug.id, version })
    } else if (answer.status === 409) await this.#look(client, bug)
  }

  async #upload(worker: Worker): Promise<void> {
    const content = `${this.#mark()}\n`.repeat(1 + Math.floor(worker.random() * 400))
    const { status, result, sha256 } = await worker.client.upload(content)
    if (status !== 200) return
    const id = String(result['_id'])
    this.#journal.acknowledged.push({ kind: 'upload', id, sha256 })
    await this.#comment(worker, ` [file](attachment:${id})`)
  }

  async #read({ client, random }: Worker): Promise<void> {
    if (random() < 0.5) await client.send('GET', '/api/bug/list?pageSize=10')
    else await this.#look(client, this.#someBug(random))
  }

  async #look(client: Client, bug: KnownBug): Promise<void> {
    const { status, result } = await client.send('GET', `/api/bug/${bug.id}?comments=none`)
    if (status === 200) bug.version = Math.max(bug.version, Number(result['version']))
  }

  /** Half of the time everybody uses the same few. */
  #someBug(random: Random): KnownBug {
    return pick(random, random() < 0.5 ? this.#bugs.slice(-4) : this.#bugs)
  }
}

interface Worker {
  readonly client: Client
  readonly random: Random
  /** A write that was sent and whose outcome is unknown. */
  open: Keyed | undefined
}
