import { budgets } from '#bench/budgets.ts'
import type { Page } from '@playwright/test'
import { bugFields } from '#shared/bugs/fields.ts'
import { paths } from '#web/lib/paths.ts'
import type { Wanted } from './probe.ts'
import type { World } from './world.ts'

/** An interaction, measured from its key or button to the painted result. */
export interface Interaction {
  readonly name: string
  readonly says: string
  /** Brings the page to the start of the nth one; must not be measured. */
  readonly prepare: (page: Page, n: number) => Promise<void>
  /** What is painted in the end. */
  readonly wanted: Wanted | 'typed'
  readonly act: (page: Page, n: number) => Promise<void>
  /** Most milliseconds that its p95 may be, where it is not the budget of interactions. */
  readonly budget?: number
}

/** Milliseconds without input before an action, in which the page can prefetch, as with real people. */
export const rest = 200

/**
 * The search words, the cards, and their place in the list, because two words can find the same bugs. While old cards
 * are still shown, the list is busy.
 */
export const listWords: Wanted = {
  watch: '.filter-chips, ul[aria-label="Bugs"], .list-footer',
  busy: 'ul[aria-label="Bugs"][aria-busy="true"], .loading',
}
const bugWords: Wanted = { watch: '.bug-words' }
const wholeBug: Wanted = { watch: 'ol.timeline:not([hidden]) > li, .timeline-none', busy: '.bug-words:empty' }

const cards = '.bug-card'
const states = ['Both', 'Open only', 'Closed only'] as const
const classes = ['', 'unclassified', 'approved', 'unapproved', 'duplicate'] as const
const sorts = ['title', 'description', 'stepsToReproduce'] as const

export function interactions(world: World): Interaction[] {
  const { words } = world
  const list = `${world.origin}${paths.bugList}`
  const at = async (page: Page, address: string, there: string) => {
    await page.goto(address)
    await page.locator(there).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const onFirst = (n: number, work: () => Promise<void>) => (n === 0 ? work() : Promise.resolve())
  const keywords = (page: Page) => page.getByRole('searchbox', { name: 'Keywords' })
  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
  const openPanel = async (page: Page, address = list) => {
    await at(page, address, cards)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
  }
  /** Chooses what none of the last 30 has chosen. */
  const choose = async (page: Page, n: number) => {
    await page.getByLabel('Classification', { exact: true }).selectOption(classes[n % 5] ?? '')
    await page.getByRole('radio', { name: states[Math.floor(n / 5) % 3] ?? 'Both' }).check()
    await page.getByLabel('Invert order').setChecked(Math.floor(n / 15) % 2 === 0)
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
  }
  const search = (name: string, says: string, wordsOf: (n: number) => string): Interaction => ({
    name,
    says,
    prepare: async (page, n) => {
      await onFirst(n, () => at(page, list, cards))
      await keywords(page).fill(wordsOf(n))
    },
    wanted: listWords,
    act: (page) => page.keyboard.press('Enter'),
  })
  const openFromList = (name: string, says: string, wanted: Wanted): Interaction => ({
    name,
    says,
    prepare: async (page, n) => {
      if (n % 10 === 0) await at(page, `${list}?pageSize=10&pageNumber=${3 + n / 10}`, cards)
      else await page.goBack()
      await page
        .locator(cards)
        .nth(n % 10)
        .hover()
    },
    wanted,
    act: async (page, n) =>
      page
        .locator(`${cards}-link`)
        .nth(n % 10)
        .click(),
  })
  const nextBeside = (name: string, says: string, wanted: Wanted): Interaction => ({
    name,
    says,
    prepare: async (page, n) => {
      if (n > 0) return
      await at(page, `${list}?pageSize=25`, cards)
      // The account keeps that it was turned on.
      if ((await page.locator('.split-nothing').count()) === 0) await page.keyboard.press('\\')
      await page.keyboard.press('j')
      await page.locator('ol.timeline:not([hidden])').waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
    },
    wanted,
    act: (page) => page.keyboard.press('j'),
  })

  return [
    {
      name: 'type',
      says: 'a letter in the search field',
      prepare: async (page, n) => {
        await onFirst(n, () => at(page, list, cards))
        if (n % 8 === 0) await keywords(page).fill('')
      },
      wanted: 'typed',
      act: (page, n) => keywords(page).press('assignee:mira'[n % 8] ?? 'a'),
    },
    search('search-rare', 'Enter in the search field: a rare word', (n) => words.rare[n] ?? ''),
    search('search-common', 'Enter in the search field: a common word', (n) => words.common[n] ?? ''),
    {
      name: 'best-match',
      says: '“Best match” for a common word',
      prepare: async (page, n) => {
        await at(page, `${list}?keywords=${words.common.at(-1 - n) ?? ''}`, cards)
      },
      wanted: listWords,
      act: (page) => page.getByRole('radio', { name: 'Best match' }).click({ force: true }),
    },
    {
      name: 'filter',
      says: 'classification, state and direction in the panel, Enter',
      prepare: async (page, n) => {
        if (n % 30 === 0) await openPanel(page)
        await choose(page, n % 30)
      },
      wanted: listWords,
      act: (page) => page.keyboard.press('Enter'),
    },
    {
      name: 'sort',
      says: 'another order in the panel, Enter',
      prepare: async (page, n) => {
        if (n % 18 === 0) await openPanel(page)
        await page.getByLabel('Sort by').selectOption(sorts[n % 3] ?? '')
        await page.getByRole('radio', { name: states[Math.floor(n / 3) % 3] ?? 'Both' }).check()
        await page.getByLabel('Invert order').setChecked(Math.floor(n / 9) % 2 === 0)
        await page.getByRole('button', { name: 'Search', exact: true }).focus()
      },
      wanted: listWords,
      act: (page) => page.keyboard.press('Enter'),
    },
    {
      name: 'next-page',
      says: 'the next page',
      prepare: async (page, n) => onFirst(n, () => at(page, list, cards)),
      wanted: listWords,
      act: press('Next page'),
    },
    {
      name: 'page-ahead',
      says: 'the page after the next, which is not read ahead',
      prepare: async (page, n) => onFirst(n, () => at(page, list, cards)),
      wanted: listWords,
      act: (page, n) => press(`Page ${2 * n + 3}`)(page),
    },
    {
      name: 'last-page',
      says: 'the last page of what a filter finds',
      prepare: async (page, n) => {
        const query = new URLSearchParams({ ...(n % 5 > 0 && { classification: classes[n % 5] ?? '' }), pageSize: '5' })
        query.set('closed', ['both', 'true', 'false'][Math.floor(n / 5) % 3] ?? 'both')
        await at(page, `${list}?${query}`, cards)
      },
      wanted: listWords,
      act: press('Last page'),
    },
    {
      name: 'next-100',
      says: 'the next page of 100 bugs',
      prepare: async (page, n) => onFirst(n, () => at(page, `${list}?pageSize=100`, cards)),
      wanted: listWords,
      act: press('Next page'),
    },
    {
      name: 'bulk',
      says: 'Enter on a priority for all 100 bugs of the page: painted in all rows, before the server has answered',
      prepare: async (page, n) => {
        await at(page, `${list}?pageSize=100&pageNumber=${n + 2}`, cards)
        await page.locator(`${cards}-link`).first().focus()
        await page.keyboard.press('x')
        await press('Select all on this page')(page)
        await press('Priority')(page)
        const [, ...priorities] = bugFields.priority.values
        const priority = priorities[n % priorities.length] ?? ''
        await page.getByRole('combobox', { name: 'Priority' }).fill(priority)
        await page.getByRole('option', { name: priority, selected: true }).waitFor()
      },
      wanted: { watch: 'ul[aria-label="Bugs"] .bug-row-facts' },
      act: (page) => page.keyboard.press('Enter'),
    },
    openFromList('open', 'a bug of the list by its card: its texts', bugWords),
    openFromList('open-whole', 'the same with its timeline', wholeBug),
    {
      name: 'open-by-key',
      says: 'j, then Enter on a bug of the list, with its timeline',
      prepare: async (page, n) => {
        if (n % 10 === 0) await at(page, `${list}?pageSize=10&pageNumber=${30 + n / 10}`, cards)
        else await page.goBack()
        await page
          .locator(`${cards}-link`)
          .nth(n % 10)
          .focus()
      },
      wanted: wholeBug,
      act: (page) => page.keyboard.press('Enter'),
    },
    {
      name: 'back',
      says: 'Back to the list',
      prepare: async (page, n) => {
        await onFirst(n, () => at(page, `${list}?pageSize=10`, cards))
        await page
          .locator(`${cards}-link`)
          .nth(n % 10)
          .click()
        await page.locator('.bug-words').waitFor()
        await page.waitForLoadState('networkidle')
      },
      wanted: listWords,
      act: async (page) => void (await page.goBack()),
    },
    {
      name: 'next-bug',
      says: '] for the next bug of the list, with its timeline',
      prepare: async (page, n) => {
        if (n % 9 > 0) return
        await at(page, `${list}?pageSize=10&pageNumber=${60 + n / 9}`, cards)
        await page.locator(`${cards}-link`).first().click()
        await page.locator('ol.timeline:not([hidden])').waitFor({ state: 'attached' })
      },
      wanted: { watch: 'h1', busy: '.loading' },
      act: (page) => page.keyboard.press(']'),
    },
    {
      ...nextBeside('split-next', 'j for the next bug beside the list of 25: its texts', { watch: 'h1' }),
      budget: budgets.web.splitNext,
    },
    nextBeside('split-next-whole', 'the same with its timeline', {
      watch: 'h1',
      busy: '.bug-comments:empty, .comment-section:not(:has(ol.timeline:not([hidden])))',
    }),
    {
      name: 'set-in-place',
      says: 'a digit for the priority of a bug: painted on its page, before the server has answered',
      prepare: async (page, n) => {
        await onFirst(n, () => at(page, `${world.origin}${paths.viewBug(world.bugIds[2] ?? '')}`, '.bug-words'))
        await page.keyboard.press('p')
        await page.getByRole('option').first().waitFor()
      },
      wanted: { watch: '.bug-side [data-fact="priority"]' },
      // Neither is what a new bug has.
      act: (page, n) => page.keyboard.press(n % 2 === 0 ? '3' : '4'),
      budget: budgets.web.inPlace,
    },
  ]
}
