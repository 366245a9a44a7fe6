import { offerSetup } from '#server/features/setup/public.ts'
import { bugFields, eachField, plainNames, type PlainValues } from '#shared/bugs/fields.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug } from '#shared/following/contract.ts'
import { expect, giveSession, type Product } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { factParts } from '#e2e/parts/fact-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { whileBugsAreAway, whileEventsFail } from '#e2e/parts/stumbling-server.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { bugChangeScreens } from './bug-change-screens.ts'
import { bulkScreens } from './bulk-screens.ts'
import { chatScreens } from './chat-screens.ts'
import { commandScreens } from './command-screens.ts'
import { controlScreens } from './control-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { productScreens } from './product-screens.ts'
import { searchScreens } from './search-screens.ts'
import { similarScreens } from './similar-screens.ts'
import { timelineScreens } from './timeline-screens.ts'
import { triageScreens } from './triage-screens.ts'

/** What a screen needs to be opened. */
export interface Stage {
  readonly page: Page
  readonly context: BrowserContext
  readonly product: Product
  readonly signIn: (roles: readonly string[], names?: { fullName?: string }) => ReturnType<Product['person']>
  readonly openProduct: (settings?: Record<string, string>) => Promise<Product>
}

/** Opens a screen and brings it into its state. */
type Open = (stage: Stage) => Promise<void>

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Each plain field at the value of this number, from the first one again after the last. */
const valuesAt = (index: number) =>
  eachField(plainNames, (name) => bugFields[name].values[index % bugFields[name].values.length]) as PlainValues

async function theCard(page: Page): Promise<void> {
  await expect(bugList(page).cards.first()).toBeVisible()
}

/** Makes toasts and countdowns outlast whatever looks at them: a second takes a minute. */
async function slowTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const slow = (work: () => void, milliseconds = 0) => setTimeout(work, milliseconds * (milliseconds < 1000 ? 1 : 60))
    Object.assign(window, { setTimeout: slow })
  })
}

/** Eight bugs in all states, enough for three pages of three. @returns the word they are found by */
async function aFullList({ product, signIn }: Stage, role = 'staff'): Promise<string> {
  const { userId } = await signIn([role], { fullName: longName })
  const word = newWord()
  const statuses = ['Open', 'In Progress', 'Closed', 'Resolved'] as const
  const classifications = ['unclassified', 'approved', 'unapproved', 'duplicate'] as const
  for (const [index, status] of [...statuses, ...statuses].entries()) {
    await aBug(product, userId, {
      title: `${word} ${index % 2 ? `The ${longWord} is late` : 'short'} ${index}`,
      status,
      classification: classifications[index % 4] ?? 'unclassified',
      createdOn: daysAgo(index * 400),
      ...valuesAt(index),
      ...(index % 3 === 0 && { assignedTo: userId }),
      ...(index % 4 === 0 && { product: 'Lighthouse', component: longWord }),
    })
  }
  return word
}

/** A bug with everything that a bug can have. */
async function aRichBug({ product, signIn }: Stage, facts: { isClosed: boolean; role: string }): Promise<string> {
  const { userId } = await signIn([facts.role], { fullName: longName })
  const original = await aBug(product, userId, { title: `Original ${longWord}` })
  const id = await aBug(product, userId, {
    title: `The ${longWord.repeat(2)} is late`,
    description: `See https://example.test/${'path/'.repeat(40)}\n\n${longWord.repeat(4)}\n${'many short words '.repeat(30)}`,
    stepsToReproduce: `1. Open ${longWord.repeat(2)}\n2. ${'wait '.repeat(60)}\n3. See`,
    status: facts.isClosed ? 'Closed' : 'Open',
    classification: 'duplicate',
    ...valuesAt(3),
    duplicateOf: original,
    assignedTo: userId,
    product: 'Lighthouse',
    component: longWord,
    externalId: 'OLD-4711-' + '0'.repeat(40),
  })
  const other = await product.person(['customer'], { fullName: longName })
  for (const message of ['A short comment', `${longWord.repeat(5)}\nand ${'more '.repeat(100)}`]) {
    await other.call(addComment, { params: { bugId: id }, body: { message } })
  }
  return `/page/bugs/list/view/${id}`
}

/** Every screen in every state that looks different, by name. `screens.spec.ts` visits all of them. */
export const screens: Readonly<Record<string, Open>> = {
  home: async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  },
  'home, logged in': async ({ page, signIn }) => {
    await signIn(['customer'], { fullName: longName })
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  },
  'home of somebody with work and notifications': async (stage) => {
    const { product, page, signIn } = stage
    const me = await signIn(['staff'], { fullName: longName })
    const other = await product.person(['staff'], { fullName: longName })
    for (const priority of ['urgent', 'low', 'none'] as const) {
      const bugId = await aBug(product, me.userId, {
        title: `The ${longWord} is late`,
        assignedTo: me.userId,
        priority,
      })
      await me.call(followBug, { params: { bugId }, body: { following: true } })
      await other.call(addComment, { params: { bugId }, body: { message: `Seen: ${longWord}` } })
    }
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')).toHaveCount(3)
  },
  'home with a dropdown open': async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Bugs', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Find Bugs' }).first()).toBeVisible()
  },
  'home on a phone with its menu open': async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Bugs', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Find Bugs' }).first()).toBeVisible()
  },
  'home with all links of the author': async ({ page, openProduct }) => {
    const product = await openProduct({
      AUTHOR_NAME: longName,
      AUTHOR_CODE_HOST: 'https://code.example.test/',
      AUTHOR_NETWORK: 'https://network.example.test/',
      AUTHOR_MAIL: 'mailto:rosa@example.test',
      AUTHOR_PORTFOLIO: 'https://rosa.example.test/',
    })
    await page.goto(product.origin)
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(8)
  },
  login: async ({ page }) => {
    await page.goto('/page/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  },
  'login with wrong fields': async ({ page }) => {
    await page.goto('/page/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Email must be at least 1 character')).toBeVisible()
  },
  'login with wrong credentials': async ({ page }) => {
    await slowTimers(page)
    await page.goto('/page/login')
    await page.getByLabel('Email').fill(`${newWord()}@example.test`)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(toasts(page)).toHaveText(['Invalid Login Credentials!'])
  },
  'login, logged in': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/login')
    await expect(page.getByText('Already logged in! Please logout first.')).toBeVisible()
  },
  'login with the demo': async ({ page, openProduct }) => {
    const product = await openProduct({ DEMO: 'on' })
    await page.goto(product.origin + '/page/login')
    await expect(page.getByRole('button', { name: 'Use these' })).toBeVisible()
  },
  register: async ({ page }) => {
    await page.goto('/page/login/register')
    await expect(page.getByLabel('Family Name')).toBeVisible()
  },
  'register with wrong fields': async ({ page }) => {
    await page.goto('/page/login/register')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Passwords Must Match')).toBeVisible()
  },
  setup: async ({ page, openProduct }) => {
    const product = await openProduct()
    await page.goto(`${product.origin}/page/setup?token=${await offerSetup(product.database.db, product.inTx)}`)
    await expect(page.getByLabel('Family Name')).toBeVisible()
  },
  'setup with an ended link': async ({ page }) => {
    await page.goto('/page/setup?token=made-up')
    await expect(page.getByText(/can’t be used any more/)).toBeVisible()
  },
  'bug list': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}&pageSize=3&pageNumber=2`)
    await theCard(stage.page)
  },
  'split view without a bug': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}&pageSize=25`)
    await theCard(stage.page)
    await stage.page.keyboard.press('\\')
    await expect(stage.page.getByText('Choose a bug to read it here.')).toBeVisible()
  },
  'split view': async (stage) => {
    const address = await aRichBug(stage, { isClosed: false, role: 'admin' })
    await stage.page.goto(`${address}?split=true&pageSize=25`)
    await expect(stage.page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(stage.page.locator('.bug-card-link[aria-current]')).toBeVisible()
  },
  'bug list in its comfortable form': async (stage) => {
    const word = await aFullList(stage, 'customer')
    await stage.page.goto(`/page/bugs/list?keywords=${word}&pageSize=3&pageNumber=2`)
    await theCard(stage.page)
  },
  'bug list with a menu open': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}`)
    await stage.page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click()
    await expect(stage.page.getByRole('menuitem', { name: 'Classify' })).toBeVisible()
  },
  'bug list with a picker open': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}`)
    await bugList(stage.page).cards.first().locator('[data-fact="classification"]').click()
    await expect(factParts(stage.page, 'classification').field).toBeFocused()
  },
  'bug list with a bug about to be snoozed': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}`)
    await bugList(stage.page).cards.first().getByRole('link').first().focus()
    await stage.page.keyboard.press('h')
    const asked = stage.page.getByRole('dialog', { name: 'Snooze this bug' })
    await asked.getByRole('button', { name: 'Snooze', exact: true }).click()
    await expect(asked.getByRole('alert')).toHaveText('Choose a day after today')
  },
  'bug list with filters': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(
      `/page/bugs/list?keywords=${word}&closed=open&minAge=0&maxAge=9999&sortBy=title&sortByInvert=true`,
    )
    await theCard(stage.page)
  },
  'bug list with the filters open': async (stage) => {
    const word = await aFullList(stage)
    await stage.page.goto(`/page/bugs/list?keywords=${word}`)
    await bugList(stage.page).toggleFilters.click()
    await expect(bugList(stage.page).classification).toBeVisible()
    await theCard(stage.page)
  },
  'bug list with contradicting ages': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list?minAge=5&maxAge=3')
    await expect(bugList(page).none).toBeVisible()
  },
  'bug list without results': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto(`/page/bugs/list?keywords=${newWord()}`)
    await expect(bugList(page).none).toBeVisible()
  },
  'bug list of an empty database': async ({ page, context, openProduct }) => {
    const product = await openProduct()
    const person = await product.person(['customer'])
    await giveSession(context, product.origin, person.cookie ?? '')
    await page.goto(product.origin + '/page/bugs/list')
    await expect(bugList(page).none).toBeVisible()
  },
  'bug list that failed': async ({ page, product, signIn }) => {
    await signIn(['customer'])
    await whileBugsAreAway(product, async () => {
      await page.goto('/page/bugs/list')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
  },
  'an open bug': async (stage) => {
    await stage.page.goto(await aRichBug(stage, { isClosed: false, role: 'staff' }))
    await expect(stage.page.getByText('A short comment')).toBeVisible()
  },
  'an open bug with a picker of people': async (stage) => {
    await stage.page.goto(await aRichBug(stage, { isClosed: false, role: 'staff' }))
    await factParts(stage.page, 'assignee').control.click()
    await expect(factParts(stage.page, 'assignee').option('nobody')).toBeVisible()
  },
  'an open bug with a picker that finds nothing': async (stage) => {
    await stage.page.goto(await aRichBug(stage, { isClosed: false, role: 'staff' }))
    await factParts(stage.page, 'priority').control.click()
    await stage.page.keyboard.type('zzz')
    await expect(factParts(stage.page, 'priority').picker).toContainText('None is called so.')
  },
  'a closed bug of somebody with few rights': async (stage) => {
    await stage.page.goto(await aRichBug(stage, { isClosed: true, role: 'customer' }))
    await expect(stage.page.getByText('A short comment')).toBeVisible()
  },
  'a bug with an empty comment refused': async (stage) => {
    const { userId } = await stage.signIn(['customer'])
    await stage.page.goto(`/page/bugs/list/view/${await aBug(stage.product, userId)}`)
    await stage.page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(toasts(stage.page)).toHaveText(['New Comment Input Must Not Be EMPTY!'])
  },
  'an invalid bug': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list/view/nonsense')
    await expect(page.getByText('Invalid Bug Id!')).toBeVisible()
  },
  'report form': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/report')
    await expect(reportForm(page).button).toBeVisible()
  },
  'report form with wrong fields': async ({ page, signIn }) => {
    await signIn(['customer'])
    await slowTimers(page)
    await page.goto('/page/bugs/report')
    await reportForm(page).title.fill('x'.repeat(300))
    await reportForm(page).button.click()
    await expect(toasts(page)).toHaveText(['Fields Must Not Be Empty'])
  },
  'report form after a report': async ({ page, signIn }) => {
    await signIn(['customer'])
    await slowTimers(page)
    await page.goto('/page/bugs/report')
    await reportForm(page).fill(`The ${longWord} is late`)
    await reportForm(page).button.click()
    await expect(reportForm(page).button).toHaveText('Wait: 3')
  },
  'report form after a failure': async ({ page, product, signIn }) => {
    await signIn(['customer'])
    await slowTimers(page)
    await page.goto('/page/bugs/report')
    // Words that no other bug has: what is similar would depend on the tests before.
    await reportForm(page).fill(newWord(), newWord(), newWord())
    await whileEventsFail(product, 'bug-reported', async () => {
      await reportForm(page).button.click()
      await expect(toasts(page)).toHaveText(['Reporting New Bug Failed'])
    })
  },
  ...peopleScreens,
  ...bugChangeScreens,
  ...bulkScreens,
  ...productScreens,
  ...controlScreens,
  ...commandScreens,
  ...timelineScreens,
  ...triageScreens,
  ...searchScreens,
  ...similarScreens,
  ...chatScreens,
  'an address that leads nowhere': async ({ page }) => {
    await page.goto('/page/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
}
