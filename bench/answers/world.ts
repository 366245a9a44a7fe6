/** The accounts of the callers, each named after its role: one reads the chat, one changes bugs, one only reads. */
export const roles = ['support', 'staff', 'customer'] as const
export type Role = (typeof roles)[number]

/** Public on purpose: only this machine can reach the world. */
export const password = 'queries and their answers'
export const emailOf = (role: Role) => `${role}@answers.example`
export const nameOf = (role: Role) => ({ support: 'Ada Lamport', staff: 'Bo Müller', customer: 'Cleo Ada-Marsh' })[role]

/** The content of `world.json`. */
export interface WorldFacts {
  /** ISO 8601. Ages are relative to now, so some days later the same queries have other answers. */
  readonly madeOn: string
  readonly bugs: number
  readonly seed: string
}

/** A query of the bug list. */
export interface Query {
  readonly n: number
  readonly role: Role
  readonly query: Readonly<Record<string, string | number | boolean>>
}

/** The answer of a version to a query. */
export interface Answer extends Query, Answered {
  /** The answer to the same query later, if it was different. */
  readonly again?: Answered
}

export interface Answered {
  readonly status: number
  /** Why it was refused. */
  readonly error?: unknown
  readonly pagination?: { readonly totalCount: number }
  readonly corrected?: unknown
  /** In order. */
  readonly bugs: readonly AnsweredBug[]
}

export interface AnsweredBug {
  readonly id: string
  readonly matches?: unknown
  /** Everything else, with long texts as their hash. */
  readonly facts: Readonly<Record<string, unknown>>
}
