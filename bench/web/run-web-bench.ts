import { budgets } from '#bench/budgets.ts'
import { type DatabaseServer, openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { machine } from '#bench/machine.ts'
import { OptionError } from '#bench/parse-options.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { ensureWebClient } from '#server/http/web-build.ts'
import type { Browser } from '@playwright/test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openBrowser } from './browser.ts'
import {
  firstScreens,
  type FirstScreenTimes,
  measureFirstScreens,
  measureUnusedScript,
  type UnusedScript,
} from './first-screens.ts'
import { type HardText, measureHardTexts } from './hard-texts.ts'
import { type Interaction, interactions } from './interactions.ts'
import { type InteractionTimes, measureInteraction } from './measure-interaction.ts'
import type { Part, WebOptions } from './options.ts'
import { measurePlain, plainLike, plainScreens, startPlainServer } from './plain-reference.ts'
import { measureScreens, type ScreenFacts } from './screens.ts'
import { measureScrolling, type Scroll } from './scrolling.ts'
import { openWorld, type World } from './world.ts'

export interface InteractionResult {
  readonly name: string
  readonly says: string
  /** Most milliseconds that the p95 may be. */
  readonly budget: number
  readonly product: InteractionTimes
  /** The same in the same run: on the smaller data set, and on plain pages. */
  readonly small: InteractionTimes | undefined
  readonly plain: InteractionTimes | undefined
}

export interface WebBenchResult {
  readonly machine: ReturnType<typeof machine> & { readonly browser: string }
  readonly sizes: Pick<WebOptions, 'bugs' | 'reference' | 'repetitions' | 'loads'>
  readonly texts: string
  readonly interactions: readonly InteractionResult[]
  readonly firstScreens: readonly (FirstScreenTimes & { readonly plain: FirstScreenTimes | undefined })[]
  readonly unused: readonly UnusedScript[]
  readonly scrolls: readonly Scroll[]
  readonly screens: readonly ScreenFacts[]
  readonly hardTexts: readonly HardText[]
}

const root = resolve(import.meta.dirname, '../..')

/** Prepares the data, starts servers and browser, and measures. @param say writes one line of progress */
export async function runWebBench(
  options: WebOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<WebBenchResult> {
  const isWanted = (part: Part) => options.only.length === 0 || options.only.includes(part)
  const server = await openDatabaseServer(options.databaseUrl, say)
  closing.later(() => server.stop())
  const pages = await ownPages(say, closing)
  const world = await prepared(server, options, options.bugs, pages, say, closing)
  const browser = await openBrowser()
  closing.later(() => browser.close())
  const plain = await startPlainServer(world, closing)

  const ofFirstScreens = isWanted('first-screens')
    ? await measureFirstScreens(browser, firstScreens(world), options.loads, say)
    : []
  const ofPlainScreens = isWanted('first-screens')
    ? await measureFirstScreens(browser, plainScreens(plain, world), 1, () => {})
    : []
  return {
    machine: { ...machine(`${server.version} ${server.kind}`), browser: `Chromium ${browser.version()}` },
    sizes: {
      bugs: options.bugs,
      reference: options.reference,
      repetitions: options.repetitions,
      loads: options.loads,
    },
    texts: world.texts,
    interactions: isWanted('interactions')
      ? await allInteractions(browser, server, { world, plain, pages }, options, say, closing)
      : [],
    firstScreens: ofFirstScreens.map((one) => ({
      ...one,
      plain: ofPlainScreens.find(({ screen, network }) => screen === one.screen && network === one.network),
    })),
    unused: isWanted('first-screens') ? await measureUnusedScript(browser, firstScreens(world)) : [],
    scrolls: isWanted('scrolling') ? await measureScrolling(browser, world, say) : [],
    screens: isWanted('screens') ? await measureScreens(browser, world, say) : [],
    hardTexts: isWanted('texts') ? await measureHardTexts(browser, world, options.texts, say) : [],
  }
}

/** Copies the built client, because starting a changed version meanwhile would rebuild it in its place. */
async function ownPages(say: (line: string) => void, closing: Closing): Promise<string> {
  const built = await ensureWebClient(root, say)
  const own = await mkdtemp(join(tmpdir(), 'mothlight-web-'))
  closing.later(() => rm(own, { recursive: true, force: true }))
  await cp(built, own, { recursive: true })
  return own
}

async function prepared(
  server: DatabaseServer,
  { data, fresh }: WebOptions,
  bugs: number,
  pages: string,
  say: (line: string) => void,
  closing: Closing,
): Promise<World> {
  const copy = await openCopy(server, { bugs, directory: data, fresh }, say, closing)
  say(`starting the product on ${bugs.toLocaleString('en')} bugs`)
  return openWorld(server, copy, pages, closing)
}

/** Returns the chosen interactions. @throws OptionError for an unknown name */
function chosen(all: readonly Interaction[], names: readonly string[]): readonly Interaction[] {
  const unknown = names.find((name) => !all.some((one) => one.name === name))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new OptionError(`There is no interaction '${unknown}'; there are ${known}.`)
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

async function allInteractions(
  browser: Browser,
  server: DatabaseServer,
  { world, plain, pages }: { world: World; plain: string; pages: string },
  options: WebOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<InteractionResult[]> {
  const { reference, repetitions, profile } = options
  say('plain pages')
  const ofPlain = await measurePlain(browser, plain, repetitions)
  const small = reference > 0 ? await prepared(server, options, reference, pages, say, closing) : undefined
  const ofSmall = small ? interactions(small) : []
  const all: InteractionResult[] = []
  for (const interaction of chosen(interactions(world), options.interactions)) {
    const { name, says } = interaction
    say(`${name}: ${says}`)
    const same = ofSmall.find((one) => one.name === name)
    all.push({
      name,
      says,
      budget: interaction.budget ?? budgets.web.interaction,
      product: await measureInteraction(browser, world, interaction, repetitions, profile),
      // A quarter of the repetitions is enough to show the influence of the data set's size.
      small: same && small ? await measureInteraction(browser, small, same, Math.ceil(repetitions / 4)) : undefined,
      plain: plainLike(ofPlain, name),
    })
  }
  return all
}
