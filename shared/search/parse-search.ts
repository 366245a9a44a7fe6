import type { ListSort } from '#shared/bugs/words.ts'
import type { SearchMistake, SearchNode, Span } from './search-query.ts'
import { fieldOfName } from './field-term.ts'
import { sortOf, termNamed, terms } from './search-terms.ts'
import { runsOf } from './words.ts'

export interface ParsedSearch {
  readonly ok: true
  /** Absent when the text narrows nothing: it is blank, or only sorts. A text without any word matches nothing. */
  readonly root?: SearchNode
  readonly sort?: { readonly by: ListSort; readonly inverted: boolean }
  /** Where the text says how to sort; the last one holds. */
  readonly sorts: readonly Span[]
  /** Names before a colon that are no terms, each once: what follows them is words as any other. */
  readonly unknownTerms: readonly string[]
}

/**
 * Reads what was typed into a search. Plain words stay plain words: an unknown `name:`, `std::vec`, `main()`, `5"` and
 * lone quotes or brackets are text as any other.
 */
export function parseSearch(text: string): ParsedSearch | { readonly ok: false; readonly mistake: SearchMistake } {
  try {
    return new Parser(text).parse()
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, mistake: error.mistake }
    throw error
  }
}

class Mistake extends Error {
  readonly mistake: SearchMistake
  constructor(span: Span, message: string) {
    super(message)
    this.mistake = { from: span.from, to: span.to, message }
  }
}

const quotes = '"“”„'
const space = /\s/
/** Brackets within brackets that mean something; deeper ones are text. */
const maxDepth = 40
/** A name and its colon; two colons are code. */
const termStart = /(field\.[a-z][a-z0-9-]*|[a-z]+(?:-[a-z]+)*):(?=[^\s:])/iy

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0
  #sort: ParsedSearch['sort']
  readonly #sorts: Span[] = []
  readonly #unknownTerms = new Set<string>()
  /** What was read last, to know the last word of the text. */
  #last: SearchNode | undefined

  constructor(text: string) {
    this.#text = text
  }

  parse(): ParsedSearch {
    const items: SearchNode[] = []
    while (this.#at < this.#text.length) {
      items.push(...this.#sequence(false).items)
      // A bracket that closes nothing.
      this.#at++
    }
    const endsInWord = items.at(-1)?.kind === 'word' && items.at(-1) === this.#last
    const once = withoutRepeats(items)
    const end = once.at(-1)
    if (end?.kind === 'word' && endsInWord) once[once.length - 1] = { ...end, isPrefix: true }
    const root = once.length > 0 ? and(once) : this.#sort || this.#text.trim() === '' ? undefined : nothing(this.#text)
    return {
      ok: true,
      ...(root && { root }),
      ...(this.#sort && { sort: this.#sort }),
      sorts: this.#sorts,
      unknownTerms: [...this.#unknownTerms],
    }
  }

  /** Items up to the end, or up to a closing bracket, which stays unread. */
  #sequence(inGroup: boolean): { items: SearchNode[]; branches: SearchNode[] | undefined } {
    const start = this.#at
    let items: SearchNode[] = []
    let branches: SearchNode[] | undefined
    let or: Span | undefined
    const endBranch = () => {
      if (items.length === 0 && or)
        throw new Mistake(or, 'OR stands between two things to search for; put something on both sides.')
      const branch = items.length > 0 ? and(items) : undefined
      items = []
      return branch
    }
    for (this.#skipSpace(); this.#at < this.#text.length; this.#skipSpace()) {
      if (this.#text[this.#at] === ')') break
      const word = inGroup ? this.#orHere() : undefined
      if (word) {
        or = word
        const branch = endBranch()
        if (branch) (branches ??= []).push(branch)
        this.#at = word.to
      } else items.push(...this.#item(inGroup))
    }
    if (!branches) return { items, branches }
    if (this.#at >= this.#text.length)
      throw new Mistake({ from: start - 1, to: this.#at }, 'This bracket is open: end it with “)”.')
    const branch = endBranch()
    if (branch) branches.push(branch)
    return { items: [], branches }
  }

  #item(inGroup: boolean): SearchNode[] {
    const start = this.#at
    const isNegated = this.#text[start] === '-' && /[^\s-]/.test(this.#text[start + 1] ?? ' ')
    if (isNegated) this.#at++
    const items = this.#positive(start, inGroup)
    const [first] = items
    if (!isNegated || !first) return items
    // Only what the minus touches: of a bracket that nothing ends, the first thing.
    const [of, rest] = items.length > 1 && !this.#isWhole ? [first, items.slice(1)] : [and(items), []]
    return [this.#note({ kind: 'not', of, from: start, to: of.to }), ...rest]
  }

  /** Whether the last item was one thing, however many words it has. */
  #isWhole = true

  #positive(start: number, inGroup: boolean): SearchNode[] {
    const here = this.#text[this.#at] ?? ''
    this.#isWhole = true
    if (here === '(' && this.#depth < maxDepth) return this.#group()
    if (quotes.includes(here)) {
      const phrase = this.#quoted()
      if (phrase) {
        const words = runsOf(phrase.value)
        return words.length > 0 ? [this.#note({ kind: 'phrase', words, from: start, to: this.#at })] : []
      }
    }
    return this.#term(start) ?? this.#words(inGroup)
  }

  #group(): SearchNode[] {
    const open = this.#at++
    this.#depth++
    const { items, branches } = this.#sequence(true)
    this.#depth--
    const isClosed = this.#at < this.#text.length
    if (isClosed) this.#at++
    this.#isWhole = isClosed
    if (!branches) return items
    return [this.#note({ kind: 'or', parts: branches, from: open, to: this.#at })]
  }

  /**
   * What stands between quotes, read to behind the last one; undefined for a lone quote.
   * @throws Mistake when it never ends
   */
  #quoted(): { value: string } | undefined {
    const start = this.#at
    for (let end = start + 1; end < this.#text.length; end++) {
      if (!quotes.includes(this.#text[end] ?? '')) continue
      this.#at = end + 1
      return { value: this.#text.slice(start + 1, end) }
    }
    if (space.test(this.#text[start + 1] ?? ' ') || runsOf(this.#text.slice(start)).length === 0) return undefined
    throw new Mistake({ from: start, to: this.#text.length }, 'This quotation is open: end it with “"”.')
  }

  #term(start: number): SearchNode[] | undefined {
    termStart.lastIndex = this.#at
    const found = termStart.exec(this.#text)
    if (!found?.[1]) return undefined
    const field = fieldOfName(found[1])
    const name = field === undefined ? termNamed(found[1]) : 'field'
    if (!name) {
      // An address is no term that somebody mistook.
      if (!this.#text.startsWith('//', termStart.lastIndex)) this.#unknownTerms.add(found[1])
      return undefined
    }
    this.#at = termStart.lastIndex
    const written = this.#value()
    const span = { from: start, to: this.#at }
    const value = terms[name].read(field === undefined ? written : `${field}:${written}`)
    if (value === undefined) throw new Mistake(span, `${found[1].toLowerCase()}: ${terms[name].hint}.`)
    if (name === 'sort') return this.#sorted(value, span)
    return [this.#note({ kind: 'term', name, value, ...span })]
  }

  #sorted(value: string, span: Span): [] {
    if (this.#text[span.from] === '-')
      throw new Mistake(span, 'sort: can’t be excluded; write sort:title-desc to turn an order round.')
    const sort = sortOf(value)
    if (sort) this.#sort = sort
    this.#sorts.push(span)
    this.#last = undefined
    return []
  }

  #value(): string {
    if (quotes.includes(this.#text[this.#at] ?? ' ')) {
      const quoted = this.#quoted()
      if (quoted) return quoted.value
    }
    const from = this.#at
    while (this.#at < this.#text.length && !/[\s)]/.test(this.#text[this.#at] ?? '')) this.#at++
    return this.#text.slice(from, this.#at)
  }

  /** The words up to the next white space; in a group also up to the bracket that ends it. */
  #words(inGroup: boolean): SearchNode[] {
    const from = this.#at
    let depth = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const here = this.#text[this.#at] ?? ''
      if (space.test(here)) break
      if (here === '(') depth++
      if (here === ')' && depth-- === 0) {
        if (inGroup) break
        depth = 0
      }
    }
    const token = this.#text.slice(from, this.#at)
    return placedWords(token).map((word) =>
      this.#note({ kind: 'word', isPrefix: false, word: word.word, from: from + word.from, to: from + word.to }),
    )
  }

  #orHere(): Span | undefined {
    const to = this.#at + 2
    const isOr = this.#text.slice(this.#at, to) === 'OR' && /[\s()]/.test(this.#text[to] ?? ' ')
    return isOr ? { from: this.#at, to } : undefined
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && space.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #note<N extends SearchNode>(node: N): N {
    this.#last = node
    return node
  }
}

/** A word that is said again says nothing new. */
function withoutRepeats(items: readonly SearchNode[]): SearchNode[] {
  const said = new Set<string>()
  return items.filter((item) => item.kind !== 'word' || (!said.has(item.word) && said.add(item.word)))
}

/** The words of a token and where each stands; the whole token where that can't be said. */
function placedWords(token: string): (Span & { word: string })[] {
  const words = runsOf(token)
  const runs = [...token.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
  return words.map((word, index) => {
    const run = runs.length === words.length ? runs[index] : undefined
    return { word, from: run?.index ?? 0, to: run ? run.index + run[0].length : token.length }
  })
}

/** Several things at once; brackets within brackets are the same as none. */
function and(items: readonly SearchNode[]): SearchNode {
  const [first] = items
  const parts = items.flatMap((item) => (item.kind === 'and' ? item.parts : [item]))
  if (!first || parts.length === 1) return first ?? nothing('')
  return { kind: 'and', parts, from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 }
}

/** What no bug matches. */
const nothing = (text: string): SearchNode => ({ kind: 'or', parts: [], from: 0, to: text.length })
