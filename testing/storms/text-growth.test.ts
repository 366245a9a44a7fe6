import { asRead } from '#server/features/search/as-read.ts'
import { markdownSnippetMaker } from '#server/features/search/markdown-snippet.ts'
import { pairsOf } from '#server/features/search/plain-text.ts'
import { planOf } from '#server/features/search/search-plan.ts'
import { withoutReferences } from '#server/features/similar/engine/report-words.ts'
import { splitDescription } from '#server/features/similar/engine/split-description.ts'
import { eachWord } from '#server/features/similar/engine/words.ts'
import { excerptOf } from '#server/features/similar/excerpt.ts'
import { mergeTexts } from '#server/features/history/merge-texts.ts'
import { referredAttachments } from '#shared/attachments/words.ts'
import { maxBodyLength } from '#shared/bugs/words.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { runsOf } from '#shared/search/words.ts'
import { possibleNames } from '#shared/texts/names.ts'
import { withoutCode } from '#shared/texts/without-code.ts'
import { isLong } from '#web/features/texts/shown/collapsible.tsx'
import { isQuickToRead, isTooComplex } from '#web/features/texts/reading/is-too-complex.ts'
import { markdownSource } from '#web/features/texts/reading/markdown-source.ts'
import { hasMarkup } from '#web/features/texts/reading/needs-markdown.ts'
import { readMarkdown } from '#web/features/texts/reading/read-markdown.ts'
import { fromWikiMarkup } from '#web/features/texts/reading/wiki-markup.ts'
import { linkedText } from '#web/ui/text/linked-text.ts'
import { textRuns } from '#web/ui/text/text-runs.ts'
import { expect, test } from 'vitest'
import { hardCharacters, pairs, patterns } from '#testing/markdown-generator.ts'
import { isFullSize } from '#testing/test-size.ts'
import { growsTooFast, timeOf } from './growth.ts'

const search = parseSearch('a some error build')
const snippetOf = markdownSnippetMaker(search.ok && search.root ? planOf(search.root).wanted : [])

/** Everything that reads a whole text of a person, in the server and in the page. */
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['names that may be mentioned', (text) => possibleNames(withoutCode(text))],
  ['attachments that are referred to', referredAttachments],
  ['words for the search', (text) => pairsOf([runsOf(text)])],
  ['what a reader sees', asRead],
  ['snippets', snippetOf],
  ['words for similar bugs', (text) => eachWord(withoutReferences(text), () => {})],
  ['prose and code', splitDescription],
  ['excerpts', excerptOf],
  ['merges', (text) => mergeTexts(text, `a${text}`, `${text}b`)],
  ['whether a text is Markdown', (text) => hasMarkup(text, true)],
  ['whether it can be read', isTooComplex],
  ['whether a page reads it', isQuickToRead],
  ['whether it is long', isLong],
  ['marks of a wiki', fromWikiMarkup],
  ['addresses', linkedText],
  ['runs of long lines', textRuns],
]

const every = [...patterns, ...hardCharacters]
const somePairs = pairs.filter((_, index) => index % (isFullSize ? 31 : 127) === 0)

test('every construct comes alone, nested and beside every other, in texts as long as texts may be', () => {
  expect(new Set(every.map(({ name }) => name)).size).toBe(every.length)
  expect(every.length).toBeGreaterThan(900)
  expect(pairs.length).toBeGreaterThan(20_000)
  for (const { name, text } of every) {
    expect(text(maxBodyLength).length, name).toBeGreaterThan(maxBodyLength * 0.9)
    expect(text(maxBodyLength).length, name).toBeLessThan(maxBodyLength * 1.01)
  }
})

test.each(readers)(
  'takes time in proportion to the length of the text: %s',
  (_name, read) => {
    expect(growsTooFast(read, every, maxBodyLength)).toEqual([])
    expect(growsTooFast(read, somePairs, maxBodyLength / 2)).toEqual([])
  },
  600_000,
)

// Only readable texts get here, and most of them are read outside the page.
test('takes time in proportion to the length of the text: what is made of it before it is read as Markdown', () => {
  const read = (text: string) => markdownSource(text, true)
  expect(growsTooFast(read, every, maxBodyLength / 4)).toEqual([])
}, 600_000)

test('a text that a page reads itself takes no more than a few times of what an ordinary one takes', () => {
  const read = (text: string) => readMarkdown({ text, mentions: [], asSteps: true })
  const ordinary = 'Some words of a *long* report, with `code` and so on.\n\n- one\n- two\n\n'.repeat(55)
  timeOf(read, ordinary, 10)
  const usual = timeOf(read, ordinary, 20)
  for (const { name, text } of [...every, ...somePairs]) {
    const longest = longestQuick(text)
    if (longest === undefined || timeOf(read, longest) < (5 * usual) / 20) continue
    expect(timeOf(read, longest, 20), name).toBeLessThan(8 * usual)
  }
}, 600_000)

/** Returns the longest text of a pattern that a page reads itself, if there is one. */
function longestQuick(text: (length: number) => string): string | undefined {
  let [fits, tooLong] = [0, maxBodyLength]
  while (tooLong - fits > 16) {
    const length = Math.floor((fits + tooLong) / 2)
    if (isQuickToRead(text(length))) fits = length
    else tooLong = length
  }
  return fits === 0 ? undefined : text(fits)
}
