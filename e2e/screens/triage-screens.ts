import { setPreferences } from '#shared/users/contract.ts'
import { expect } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Six bugs that wait to be triaged, and somebody of the staff before them. @returns the word they are found by */
async function aQueue({ product, signIn }: Stage) {
  const me = await signIn(['staff'], { fullName: longName })
  const word = newWord()
  for (let n = 1; n <= 6; n++) {
    await aBug(product, me.userId, { title: `${word} ${n === 2 ? longWord : n}`, createdOn: daysAgo(n) })
  }
  return { me, word }
}

/** What becomes of a bug while it is triaged where it stands. */
export const triageScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'an open bug with a fact that was refused': async ({ page, product, signIn }) => {
    const { userId } = await signIn(['staff'], { fullName: longName })
    const id = await aBug(product, userId, { title: `The ${longWord} is late` })
    const json = { error: { code: 'forbidden', message: 'You may not give this bug this status.' } }
    await page.route(`**/api/bug/${id}/status*`, (route) => route.fulfill({ status: 403, json }))
    await page.goto(`/page/bugs/list/view/${id}`)
    const status = factParts(page, 'status')
    await status.choose('Closed')
    await expect(status.refusal).toBeVisible()
  },
  'bug list with the offer of its compact form': async (stage) => {
    const { me, word } = await aQueue(stage)
    await me.call(setPreferences, { body: { density: null, pageSize: 5 } })
    await stage.page.goto(`/page/bugs/list?keywords=${word}`)
    await expect(stage.page.getByRole('button', { name: 'Use it' })).toBeVisible()
  },
  'split view with a bug that has left the list, and auto-advance on': async (stage) => {
    const { page } = stage
    const { word } = await aQueue(stage)
    await page.goto(`/page/bugs/list?keywords=${word}&classification=unclassified&sortBy=createdOn&pageSize=10`)
    await expect(bugList(page).card(`${word} 1`)).toBeVisible()
    await page.keyboard.press('\\')
    await page.keyboard.press('j')
    await expect(page.locator('.bug-card-link[aria-current]')).toBeVisible()
    await pickersLoaded(page)
    const advance = page.getByRole('group', { name: 'Bugs of the list' }).getByRole('button', { name: 'Auto-advance' })
    await advance.click()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('c')
    await page.keyboard.press('2')
    await expect(bugList(page).card(`${word} 1`)).toContainText('No longer in this list')
  },
}
