import { maxBodyLength } from '#shared/bugs/words.ts'
import { hardCharacters, patterns, type Pattern } from '#testing/markdown-generator.ts'
import { isTooComplex } from '#web/features/texts/reading/is-too-complex.ts'
import { paths } from '#web/lib/paths.ts'
import type { Browser } from '@playwright/test'
import { mainThreadTime, newVisitor } from './browser.ts'
import type { World } from './world.ts'

/** The figures of a page that shows a text of the generator as a bug's description. */
export interface HardText {
  readonly text: string
  readonly length: number
  readonly shownAs: 'plain' | 'Markdown'
  /** Processor time of the page's main thread beyond that of the same page with a few words; milliseconds. */
  readonly worked: number
  /** Its longest task by the clock, the minimum of some tries; milliseconds. */
  readonly longest: number
}

/** Milliseconds that a page waits for a worker, longer than the worker's limit. */
const workerWait = 2_500
/** Milliseconds from which on a text is measured again. */
const suspicious = 150
const tries = 4
const deep = /nested$|nested with words$|nested in a line$|nested line by line$|goes? on$/

/**
 * Shows the hardest texts at full length and, for those that are then not parsed at all, at the largest length that is
 * parsed.
 */
export async function measureHardTexts(
  browser: Browser,
  world: World,
  wanted: readonly string[],
  say: (line: string) => void,
): Promise<HardText[]> {
  const bugId = world.bugIds[2] ?? ''
  const opened = async (text: string) => {
    await world.describe(bugId, text)
    return open(browser, world, paths.viewBug(bugId), text)
  }
  const usual = [await opened('A few words.'), await opened('A few words.'), await opened('A few words.')]
  const least = Math.min(...usual.map(({ worked }) => worked))
  const all: HardText[] = []
  for (const [name, text] of [...fullTexts(), ...readTexts()]) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    let best = await opened(text)
    // Other work of the machine makes a task longer, and never shorter.
    for (let n = 1; n < tries && best.longest > suspicious; n++) {
      const again = await opened(text)
      if (again.longest < best.longest) best = again
    }
    const { worked, ...rest } = best
    all.push({ text: name, length: text.length, worked: Math.max(0, worked - least), ...rest })
    if (all.length % 20 === 0) say(`texts: ${all.length}`)
  }
  await world.describe(bugId, 'A few words.')
  return all
}

function fullTexts(): [string, string][] {
  return [...hardCharacters, ...patterns.filter(({ name }) => !isVaried(name))]
    .filter(({ name }) => !deep.test(name))
    .map(({ name, text }) => [name, storable(text(maxBodyLength))])
}

/** Returns whether only one variant of the pattern is needed: the characters matter more here than their places. */
const isVaried = (name: string) => name.includes(',') && !name.endsWith(', repeated')

function readTexts(): [string, string][] {
  return patterns.filter(({ name }) => deep.test(name)).map((pattern) => [pattern.name, storable(longestRead(pattern))])
}

function longestRead({ text }: Pattern): string {
  let [fits, tooLong] = [0, maxBodyLength + 1]
  while (tooLong - fits > 100) {
    const length = Math.floor((fits + tooLong) / 2)
    if (isTooComplex(text(length))) tooLong = length
    else fits = length
  }
  return text(fits || 100)
}

/** Returns a text of the largest length that can be stored: white space alone would be refused. */
const storable = (text: string) => `${text.slice(0, maxBodyLength - 2)} _`

async function open(browser: Browser, { origin, cookie }: World, path: string, text: string) {
  const { page, devtools, close } = await newVisitor(browser, { origin, cookie })
  try {
    await page.goto(origin + path)
    await page.locator('.bug-words .plain-text, .bug-words .markdown').first().waitFor()
    const begun = Date.now()
    const words = page.locator('.bug-words section').first()
    await page.waitForLoadState('networkidle')
    // The page has parsed the text itself, or doesn't parse it: nothing more follows.
    const isOver = async () => (await words.locator('.markdown, .plain-note').count()) > 0
    while (text.length > 1_000 && !(await isOver()) && Date.now() - begun < workerWait) await page.waitForTimeout(50)
    await page.waitForTimeout(200)
    const worked = await mainThreadTime(devtools)
    const { longTasks } = await page.evaluate(() => window.mothlightProbe.facts())
    const shownAs = (await words.locator('.markdown').count()) > 0 ? ('Markdown' as const) : ('plain' as const)
    return { worked, longest: Math.max(0, ...longTasks), shownAs }
  } finally {
    await close()
  }
}
