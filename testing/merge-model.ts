import type { Classification } from '#shared/bugs/words.ts'

/** The triage state of a bug; bugs and people are numbers. */
export interface TriageState {
  readonly classification: Classification
  readonly original: number | undefined
  readonly isMerged: boolean
  readonly isClosed: boolean
}

/** A triage decision, with its entry of the timeline. */
export interface TriageDecision {
  readonly entryId: string
  readonly before: TriageState
  readonly after: TriageState
  /** The entry that undid it; undefined while it is in effect. */
  undoneBy: string | undefined
}

/**
 * A simple model of following, joining and merging, to compare the product with: people's decisions count, and without
 * one, those for the bugs that were merged into the bug. Bug n is reported by person n.
 */
export class MergeModel {
  readonly states: TriageState[]
  readonly decisions: TriageDecision[][]
  readonly follows = new Map<string, boolean>()
  readonly joins = new Map<string, boolean>()

  constructor(size: number) {
    const fresh: TriageState = { classification: 'unclassified', original: undefined, isMerged: false, isClosed: false }
    this.states = Array.from({ length: size }, () => fresh)
    this.decisions = Array.from({ length: size }, () => [])
    for (let index = 0; index < size; index++) this.takePart(index, index)
  }

  state(bug: number): TriageState {
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

  /** Returns whether the originals of a bug, itself included, contain another. */
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
