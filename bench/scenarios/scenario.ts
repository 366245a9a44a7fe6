import type { Pace } from '#bench/budgets.ts'

/** Requests to make over and over; the same ones to the product and to the thin server, but for the path. */
export interface Load {
  readonly method: 'GET' | 'POST'
  /** One is chosen at random for each request. */
  readonly paths: readonly string[]
  /** Sent one after the other; none for GET. */
  readonly bodies: readonly string[]
  /** The Accept-Encoding header; absent: answers are not compressed. */
  readonly acceptEncoding?: string
  /** `connection`: each connection is one person's. `request`: every request is another person's. */
  readonly personPer: 'connection' | 'request'
}

/** A filter of the list, repeated in SQL: for the thin server, and to check the product's totals. */
export interface ListPage {
  /** The product's query string. */
  readonly query: string
  /** Condition on a bug `b` and its search row `s`; empty for all bugs. */
  readonly where: string
  readonly values: readonly (string | number | boolean)[]
  readonly order: string
  readonly offset: number
  /**
   * For few matches: the thin server looks them up first. Otherwise it reads all bugs in order until the page is full.
   */
  readonly fewMatches?: true
  /** How many bugs match, if the creation of the data set tells. */
  readonly known?: number
}

export interface Scenario {
  readonly name: string
  /** Its description, in a few words. */
  readonly says: string
  readonly kind: 'read' | 'write'
  /** Of reads. */
  readonly pace?: Pace
  readonly product: Load
  readonly thin: Load
  /** For the pages of the list. */
  readonly list?: ListPage
}
