/** A fenced block of a Markdown page. */
export interface Fenced {
  readonly language: string
  readonly text: string
  /** The number of its first line, from 1. */
  readonly line: number
}

/** Returns the fenced blocks of a page in their order. */
export function fencedBlocks(page: string): Fenced[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: page.slice(0, index).split('\n').length,
  }))
}

/**
 * Compares an answer with the one that a page shows: every shown key must be there with its value; a text that contains
 * … matches any text around it; an empty list matches any list. Lists are compared as far as shown.
 * @returns where they differ; undefined where they don't
 */
export function difference(shown: unknown, seen: unknown, place = 'the answer'): string | undefined {
  if (Array.isArray(shown)) {
    if (!Array.isArray(seen)) return `${place} is no list`
    return firstOf(shown.map((one, n) => difference(one, seen[n], `${place}[${n}]`)))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof seen !== 'object' || seen === null) return `${place} is no object`
    return firstOf(
      Object.entries(shown).map(([key, one]) =>
        difference(one, (seen as Record<string, unknown>)[key], `${place}.${key}`),
      ),
    )
  }
  const same = typeof shown === 'string' && typeof seen === 'string' ? isLike(shown, seen) : shown === seen
  return same ? undefined : `${place} is ${JSON.stringify(seen)}, not ${JSON.stringify(shown)}`
}

/** Returns whether a text matches the shown one, where … stands for one or more characters. */
export function isLike(shown: string, seen: string): boolean {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]+')}$`).test(seen)
}

const firstOf = (found: readonly (string | undefined)[]) => found.find((one) => one !== undefined)
