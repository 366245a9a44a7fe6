/** The accounts that ask, each named after its role: one reads the chat, one changes bugs, one only looks. */
export const roles = ['support', 'staff', 'customer'] as const
export type Role = (typeof roles)[number]

/** Known to everybody on purpose: the world is reached from this machine alone. */
export const password = 'queries and their answers'
export const emailOf = (role: Role) => `${role}@answers.example`
export const nameOf = (role: Role) => ({ support: 'Ada Lamport', staff: 'Bo Müller', customer: 'Cleo Ada-Marsh' })[role]

/** What stands in `world.json`. */
export interface WorldFacts {
  /** ISO 8601. Ages are relative to now: some days later the same queries have other answers. */
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

/** What a version answered to it. */
export interface Answer extends Query, Answered {
  /** What it answered to the same query later, where that was something else. */
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
  /** Everything else, long texts by their hash. */
  readonly facts: Readonly<Record<string, unknown>>
}
