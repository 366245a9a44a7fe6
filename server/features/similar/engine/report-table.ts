import { largestSlot } from './entries.ts'
import type { IndexedReport } from './similar-index.ts'
import { withRoom } from './with-room.ts'

/** The terms of a report. */
export interface ReportTerms {
  /** Terms of the title in order, with repetitions. */
  readonly title: Uint32Array | readonly number[]
  /** Each term once, with the fields that have it: see `placedTerm`. */
  readonly all: Uint32Array
}

/** Number of words of each field. */
export interface Lengths {
  readonly title: number
  readonly prose: number
  readonly code: number
}

const [titleBit, proseBit, codeBit] = [1, 2, 4]
const placeBits = 3

/** Packs a term and the fields that have it into one number. */
export const placedTerm = (term: number, title: boolean, prose: boolean, code: boolean) =>
  ((term << placeBits) | (title ? titleBit : 0) | (prose ? proseBit : 0) | (code ? codeBit : 0)) >>> 0
export const termOf = (placed: number) => placed >>> placeBits
export const isInTitle = (placed: number) => (placed & titleBit) > 0
export const isInText = (placed: number) => (placed & (proseBit | codeBit)) > 0
export const isInCode = (placed: number) => (placed & codeBit) > 0

/**
 * Gives each report a small number, its slot, and keeps the reports of each group. The slot of a removed report is used
 * again.
 */
export class ReportTable {
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  /** Slots of each group. */
  readonly #members = new Map<string, number[]>()
  readonly #names = new Map<string, number>()
  /** By slot. */
  readonly ids: (string | undefined)[] = []
  readonly groups: (string | undefined)[] = []
  /** Terms of the title, then all: in one array, because two small arrays take more memory. */
  readonly #terms: (Uint32Array | undefined)[] = []
  #titleTerms = new Uint16Array(0)
  createdOn = new Float64Array(0)
  titleLength = new Uint16Array(0)
  proseLength = new Uint16Array(0)
  codeLength = new Uint16Array(0)
  /** Numbers of names; 0 for none. */
  product = new Uint32Array(0)
  component = new Uint32Array(0)
  /** What decides who may see it: the number of its product, and 1 for a private bug. */
  productNumber = new Uint16Array(0)
  isPrivate = new Uint8Array(0)

  get size(): number {
    return this.#slots.size
  }

  /** One more than the largest slot. */
  get end(): number {
    return this.ids.length
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  /** Returns the terms of the report at an occupied slot. */
  termsOf(slot: number): ReportTerms {
    const terms = this.#terms[slot] as Uint32Array
    const titleTerms = this.#titleTerms[slot] as number
    return { title: terms.subarray(0, titleTerms), all: terms.subarray(titleTerms) }
  }

  /** Returns the slots of a group that has reports. */
  membersOf(group: string): readonly number[] {
    return this.#members.get(group) ?? []
  }

  /**
   * Returns the number of a product's or component's name, ignoring case; 0 for none, -1 for one that no report has.
   */
  nameOf(name: string | null | undefined): number {
    const key = nameKey(name)
    return key === '' ? 0 : (this.#names.get(key) ?? -1)
  }

  /**
   * Adds a report, which must not be in the table yet.
   * @returns its slot
   * @throws RangeError when there are 4 million others
   */
  add(report: IndexedReport, terms: ReportTerms, lengths: Lengths): number {
    const { id, group, createdOn, product, component } = report
    const slot = this.#free.pop() ?? this.ids.length
    if (slot > largestSlot) throw new RangeError(`the index holds ${largestSlot + 1} reports at most`)
    this.#slots.set(id, slot)
    this.ids[slot] = id
    const both = new Uint32Array(terms.title.length + terms.all.length)
    both.set(terms.title)
    both.set(terms.all, terms.title.length)
    this.#terms[slot] = both
    this.#titleTerms = withRoom(this.#titleTerms, slot + 1)
    this.#titleTerms[slot] = terms.title.length
    this.createdOn = withRoom(this.createdOn, slot + 1)
    this.titleLength = withRoom(this.titleLength, slot + 1)
    this.proseLength = withRoom(this.proseLength, slot + 1)
    this.codeLength = withRoom(this.codeLength, slot + 1)
    this.product = withRoom(this.product, slot + 1)
    this.component = withRoom(this.component, slot + 1)
    this.productNumber = withRoom(this.productNumber, slot + 1)
    this.isPrivate = withRoom(this.isPrivate, slot + 1)
    this.createdOn[slot] = createdOn
    this.titleLength[slot] = lengths.title
    this.proseLength[slot] = lengths.prose
    this.codeLength[slot] = lengths.code
    this.product[slot] = this.#numberOf(product)
    this.component[slot] = this.#numberOf(component)
    this.productNumber[slot] = report.productNumber
    this.isPrivate[slot] = report.isPrivate ? 1 : 0
    this.#join(slot, group)
    return slot
  }

  /** Removes the report at an occupied slot. */
  remove(slot: number): void {
    this.#leave(slot)
    this.#slots.delete(this.ids[slot] as string)
    this.ids[slot] = undefined
    this.#terms[slot] = undefined
    this.#free.push(slot)
  }

  /** Moves the report at an occupied slot into another group. */
  setGroup(slot: number, group: string): void {
    this.#leave(slot)
    this.#join(slot, group)
  }

  #join(slot: number, group: string): void {
    this.groups[slot] = group
    const members = this.#members.get(group)
    if (members) members.push(slot)
    else this.#members.set(group, [slot])
  }

  #leave(slot: number): void {
    const group = this.groups[slot] as string
    const others = this.membersOf(group).filter((member) => member !== slot)
    if (others.length > 0) this.#members.set(group, others)
    else this.#members.delete(group)
    this.groups[slot] = undefined
  }

  #numberOf(name: string | null): number {
    const key = nameKey(name)
    if (key !== '' && !this.#names.has(key)) this.#names.set(key, this.#names.size + 1)
    return this.nameOf(name)
  }
}

function nameKey(name: string | null | undefined): string {
  return name?.trim().toLowerCase() ?? ''
}
