import { withRoom } from './columns.ts'
import { largestSlot } from './entries.ts'
import { IdTable } from './id-table.ts'
import { PackedStore } from './packed-store.ts'

/** What is kept of a report beside its terms. Lengths are in words. */
export interface ReportFacts {
  readonly id: string
  readonly group: string
  readonly createdOn: number
  readonly product: string | null
  readonly component: string | null
  readonly titleLength: number
  readonly proseLength: number
  readonly codeLength: number
}

/**
 * Gives each report a small number, its slot, and knows which reports are of one group. The slot of a removed report
 * is given to the next one.
 */
export class ReportTable {
  readonly #free: number[] = []
  readonly ids: (string | undefined)[] = []
  readonly #slots = new IdTable(this.ids)
  readonly groups: (string | undefined)[] = []
  /** Terms of each report, see packed-terms.ts. */
  readonly #packed = new PackedStore()
  createdOn = new Float64Array(0)
  titleLength = new Uint16Array(0)
  proseLength = new Uint16Array(0)
  codeLength = new Uint16Array(0)
  /** Numbers of names; 0 for none. */
  product = new Int32Array(0)
  component = new Int32Array(0)
  /** The members of a group form a ring. */
  #next = new Int32Array(0)
  /** A member of each group that has none whose id is the group's. */
  readonly #heads = new Map<string, number>()
  readonly #names = new Map<string, number>()
  readonly #nameKeys: (string | null)[] = [null]

  get size(): number {
    return this.#slots.size
  }

  /** One more than the largest slot. */
  get end(): number {
    return this.ids.length
  }

  /** The terms of a report, see packed-terms.ts. */
  packedOf(slot: number): string {
    return this.#packed.get(slot)
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  /** The number of a product's or component's name, whatever its case; 0 for none, -1 for one that no report has. */
  nameOf(name: string | null | undefined): number {
    const key = nameKey(name)
    return key === '' ? 0 : (this.#names.get(key) ?? -1)
  }

  /**
   * @returns the slot of the report, which must not be there yet
   * @throws RangeError when there are 4 million others
   */
  add(facts: ReportFacts, packed: string): number {
    const slot = this.#free.pop() ?? this.ids.length
    if (slot > largestSlot) throw new RangeError(`the index holds ${largestSlot + 1} reports at most`)
    this.ids[slot] = facts.id
    this.#slots.add(facts.id, slot)
    this.#packed.set(slot, packed)
    this.createdOn = withRoom(this.createdOn, slot + 1)
    this.titleLength = withRoom(this.titleLength, slot + 1)
    this.proseLength = withRoom(this.proseLength, slot + 1)
    this.codeLength = withRoom(this.codeLength, slot + 1)
    this.product = withRoom(this.product, slot + 1)
    this.component = withRoom(this.component, slot + 1)
    this.#next = withRoom(this.#next, slot + 1)
    this.createdOn[slot] = facts.createdOn
    this.titleLength[slot] = facts.titleLength
    this.proseLength[slot] = facts.proseLength
    this.codeLength[slot] = facts.codeLength
    this.product[slot] = this.#numberOf(facts.product)
    this.component[slot] = this.#numberOf(facts.component)
    this.#join(slot, facts.group)
    return slot
  }

  remove(slot: number): void {
    const id = this.ids[slot]
    if (id === undefined) return
    this.#leave(slot)
    this.#slots.delete(id)
    this.ids[slot] = undefined
    this.#packed.delete(slot)
    this.#free.push(slot)
  }

  setGroup(slot: number, group: string): void {
    if (this.groups[slot] === group) return
    this.#leave(slot)
    this.#join(slot, group)
  }

  /** All reports, with their terms. */
  *all(): Generator<ReportFacts & { readonly packed: string }> {
    for (let slot = 0; slot < this.end; slot++) {
      const id = this.ids[slot]
      if (id === undefined) continue
      yield {
        id,
        group: this.groups[slot] as string,
        packed: this.#packed.get(slot),
        createdOn: this.createdOn[slot] as number,
        titleLength: this.titleLength[slot] as number,
        proseLength: this.proseLength[slot] as number,
        codeLength: this.codeLength[slot] as number,
        product: this.#nameKeys[this.product[slot] as number] ?? null,
        component: this.#nameKeys[this.component[slot] as number] ?? null,
      }
    }
  }

  /** Calls `visit` for each report of the group that `slot` is of, itself too, in no particular order. */
  eachOfGroup(slot: number, visit: (slot: number) => void): void {
    let member = slot
    do {
      visit(member)
      member = this.#next[member] as number
    } while (member !== slot)
  }

  #join(slot: number, group: string): void {
    const member = this.#memberOf(group, slot)
    // Most reports are a group of their own; one string is enough for both then.
    this.groups[slot] = group === this.ids[slot] ? this.ids[slot] : group
    if (member === undefined) {
      this.#next[slot] = slot
      if (group !== this.ids[slot]) this.#heads.set(group, slot)
    } else {
      this.#next[slot] = this.#next[member] as number
      this.#next[member] = slot
    }
  }

  #leave(slot: number): void {
    const group = this.groups[slot] as string
    const next = this.#next[slot] as number
    let before = slot
    while (this.#next[before] !== slot) before = this.#next[before] as number
    this.#next[before] = next
    this.groups[slot] = undefined
    if (next === slot) this.#heads.delete(group)
    else if (this.#heads.get(group) === slot || this.ids[slot] === group) this.#heads.set(group, next)
  }

  #memberOf(group: string, except: number): number | undefined {
    const head = this.#heads.get(group)
    if (head !== undefined) return head
    const root = this.#slots.get(group)
    return root !== undefined && root !== except && this.groups[root] === group ? root : undefined
  }

  #numberOf(name: string | null): number {
    const key = nameKey(name)
    if (key === '') return 0
    const known = this.#names.get(key)
    if (known !== undefined) return known
    this.#names.set(key, this.#nameKeys.length)
    return this.#nameKeys.push(key) - 1
  }
}

function nameKey(name: string | null | undefined): string {
  return name?.trim().toLowerCase() ?? ''
}
