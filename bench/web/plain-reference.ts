import type { Browser } from '@playwright/test'
import type { Closing } from '#bench/processes/closing.ts'
import { startChild } from '#bench/processes/child.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import type { FirstScreen } from './first-screens.ts'
import type { Interaction } from './interactions.ts'
import { type InteractionTimes, measureInteraction } from './measure-interaction.ts'
import type { World } from './world.ts'

/** Starts the server of plain pages beside the product. @returns its origin */
export async function startPlainServer(world: World, closing: Closing): Promise<string> {
  const child = startChild(new URL('plain-server.ts', import.meta.url), {
    BENCH_PRODUCT: world.origin,
    BENCH_COOKIE: world.cookie,
  })
  closing.later(() => child.stop())
  return `http://127.0.0.1:${await child.ask<number>('port' satisfies ServerQuestion, 60)}`
}

/** Returns screens with the same texts as the product's first screens. */
export function plainScreens(origin: string, world: World): FirstScreen[] {
  return [
    { name: 'list', address: `${origin}/list`, cookie: undefined, usable: '.bug-card' },
    { name: 'bug', address: `${origin}/bug/${world.bugIds[0] ?? ''}`, cookie: undefined, usable: '.bug-words section' },
    { name: 'login', address: `${origin}/form`, cookie: undefined, usable: 'input[type="password"]' },
    { name: 'report', address: `${origin}/form`, cookie: undefined, usable: 'textarea' },
  ]
}

/** The cost of fetching and showing alone, by what is shown. */
export interface PlainTimes {
  readonly list: InteractionTimes
  readonly hundred: InteractionTimes
  readonly bug: InteractionTimes
}

export async function measurePlain(browser: Browser, origin: string, repetitions: number): Promise<PlainTimes> {
  const measure = (interaction: Interaction) =>
    measureInteraction(browser, { origin, cookie: undefined, usable: 'main' }, interaction, repetitions)
  const asked = (name: string, size: number): Interaction => ({
    name,
    says: 'Enter, and plain rows',
    prepare: async (page, n) => {
      if (n === 0) await page.goto(`${origin}/list?pageSize=${size}`)
      const query = `pageSize=${size}&pageNumber=${n + 2}`
      // Requested once before, so that the server has it in memory.
      await page.request.get(`${origin}/rows?${query}`)
      await page.getByRole('searchbox').fill(query)
    },
    wanted: { watch: 'ul' },
    act: (page) => page.getByRole('searchbox').press('Enter'),
  })
  const opened: Interaction = {
    name: 'plain-bug',
    says: 'a click, and a bug as plain text',
    prepare: async (page, n) => {
      await page.goto(`${origin}/list?pageSize=10&pageNumber=${1 + Math.floor(n / 10)}`)
      const link = page.locator('a').nth(n % 10)
      await page.request.get(`${origin}/words/${(await link.getAttribute('data-id')) ?? ''}`)
      await link.hover()
    },
    wanted: { watch: '.bug-words' },
    act: (page, n) =>
      page
        .locator('a')
        .nth(n % 10)
        .click(),
  }
  return {
    list: await measure(asked('plain-list', 5)),
    hundred: await measure(asked('plain-100', 100)),
    bug: await measure(opened),
  }
}

/** Returns the plain pages' figures that compare with an interaction of the product. */
export function plainLike(plain: PlainTimes, name: string): InteractionTimes | undefined {
  if (name === 'next-100') return plain.hundred
  if (name === 'type') return undefined
  return name.startsWith('open') || name === 'next-bug' ? plain.bug : plain.list
}
