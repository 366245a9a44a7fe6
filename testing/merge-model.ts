import type { Classification } from '#shared/bugs/words.ts'

/** What a bug is judged to be; bugs and people are numbers. */
export interface Judged {
  readonly classification: Classification
  readonly original: number | undefined
  readonly isMerged: boolean
  readonly isClosed: boolean
}

/** A judgement that was made, with the entry of the timeline that tells of it. */
export interface Judgement {
  readonly entryId: string
  readonly before: Judged
  readonly after: Judged
  /** The entry that took it back, while that stands. */
  undoneBy: string | undefined
}

/**
 * Following, joining and merging as simply as it can be said, to compare the product with: what people decided stands,
 * and where they decided nothing, what was merged into a bug speaks for them. Bug n is reported by person n.
 */
export class MergeModel {
  readonly states: Judged[]
  readonly judgements: Judgement[][]
  readonly follows = new Map<string, boolean>()
  readonly joins = new Map<string, boolean>()

  constructor(size: number) {
    const fresh: Judged = { classification: 'unclassified', original: undefined, isMerged: false, isClosed: false }
    this.states = Array.from({ length: size }, () => fresh)
    this.judgements = Array.from({ length: size }, () => [])
    for (let index = 0; index < size; index++) this.takePart(index, index)
  }

  state(bug: number): Judged {
    const state = this.states[bug]
    if (!state) throw new Error(`there is no bug ${bug}`)
    return state
  }

  isFollowing(bug: number, person: number): boolean {
    return this.follows.get(key(bug, person)) ?? this.#merged(bug).some((other) => this.isFollowing(other, person))
  }

  isAffected(bug: number, person: number): boolean {
    if (bug === person) return true
    return this.joins.get(key(bug, person)) ?? this.#merged(bug).some((other) => this.isAffected(other, person))
  }

  count(bug: number, is: 'isFollowing' | 'isAffected'): number {
    return this.states.filter((_, person) => this[is](bug, person)).length
  }

  follow(bug: number, person: number, following: boolean): void {
    if (following || this.isFollowing(bug, person)) this.follows.set(key(bug, person), following)
  }

  takePart(bug: number, person: number): void {
    if (!this.follows.has(key(bug, person))) this.follows.set(key(bug, person), true)
  }

  join(bug: number, person: number): void {
    const joined = this.#end(bug)
    this.takePart(joined, person)
    if (joined !== person) this.joins.set(key(joined, person), true)
  }

  leave(bug: number, person: number): void {
    if (bug !== person && this.isAffected(bug, person)) this.joins.set(key(bug, person), false)
  }

  /** Whether the originals of a bug, itself included, hold another. */
  leadsTo(bug: number, other: number): boolean {
    const { original } = this.state(bug)
    return bug === other || (original !== undefined && this.leadsTo(original, other))
  }

  #merged(bug: number): number[] {
    return this.states.flatMap(({ original, isMerged }, other) => (original === bug && isMerged ? [other] : []))
  }

  #end(bug: number): number {
    const { original } = this.state(bug)
    return original === undefined ? bug : this.#end(original)
  }
}

const key = (bug: number, person: number) => `${bug} ${person}`
