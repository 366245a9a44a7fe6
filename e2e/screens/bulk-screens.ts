import { changeBugs, viewBulk } from '#shared/bulk/contract.ts'
import { followBug } from '#shared/following/contract.ts'
import { expect } from '#testing/browser-test.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Six bugs of this person. @returns the word they are found by, and their ids */
async function sixBugs({ product }: Stage, userId: string) {
  const word = newWord()
  const ids: string[] = []
  for (let index = 0; index < 6; index++) {
    const title = `${word} ${index % 2 ? longWord : 'short'} ${index}`
    ids.push(await aBug(product, userId, { title, status: index % 2 ? 'Open' : 'Closed' }))
  }
  return { word, ids }
}

/** Shows a member of the staff five bugs of six, two of which are selected. */
async function twoSelected(stage: Stage) {
  const { page, signIn } = stage
  const { word } = await sixBugs(stage, (await signIn(['staff'], { fullName: longName })).userId)
  await page.goto(`/page/bugs/list?keywords=${word}&pageSize=5`)
  const bulk = bulkParts(page)
  for (const index of [0, 2]) await bulk.boxes.nth(index).check()
  await expect(bulk.bar).toBeVisible()
  return { ...bulk, word }
}

/** Selecting and changing many bugs, in every state that looks different. */
export const bulkScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'bug list with selected bugs': async (stage) => {
    await twoSelected(stage)
  },
  'bug list with selected cards': async (stage) => {
    await stage.page.addInitScript(() => localStorage.setItem('mothlight-list-form', 'comfortable'))
    await twoSelected(stage)
  },
  'bug list with people for the selected bugs': async (stage) => {
    const { fact, option } = await twoSelected(stage)
    await fact('Assignee').click()
    await expect(option('nobody')).toBeVisible()
  },
  'bug list with a bulk change on its way': async (stage) => {
    const { page } = stage
    await page.route(`**${viewBulk.path.replace(':bulkId', '*')}`, async (route) => {
      const response = await route.fetch()
      const { result } = (await response.json()) as { result: object }
      await route.fulfill({ json: { result: { ...result, total: 340, done: 120, isFinished: false } } })
    })
    const { fact, option, notices } = await twoSelected(stage)
    await fact('Status').click()
    await option('Resolved').click()
    await expect(notices).toContainText('Changing 340 bugs: 120 done')
  },
  'bug list with a bulk change that was refused': async (stage) => {
    const { page, product } = stage
    const { word, fact, option, said, showRefused, refused } = await twoSelected(stage)
    const chosen = await product.person(['staff'], { fullName: `${word} ${longName}` })
    await fact('Assignee').click()
    await page.getByRole('combobox', { name: 'Assignee' }).fill(word)
    await expect(option(word)).toBeVisible()
    await product.database.pool.query('update users set deactivated_on = now() where id = $1', [chosen.userId])
    await option(word).click()
    await expect(said).toHaveText('Nothing changed, 2 refused')
    await showRefused.click()
    await expect(refused).toHaveCount(2)
  },
  'bug list that finds another number than was selected': async (stage) => {
    const { page, product } = stage
    const { word, selectPage, selectAll, fact, option } = await twoSelected(stage)
    await selectPage.click()
    await selectAll.click()
    const other = await product.person(['customer'])
    await aBug(product, other.userId, { title: word })
    await fact('Status').click()
    await option('Closed').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'notifications of many bugs': async (stage) => {
    const { page, product, signIn } = stage
    const me = await signIn(['customer'], { fullName: longName })
    const { ids } = await sixBugs(stage, me.userId)
    for (const bugId of ids) await me.call(followBug, { params: { bugId }, body: { following: true } })
    const other = await product.person(['staff'], { fullName: longName })
    const { body } = await other.call(changeBugs, { body: { ids, fields: { status: 'In Progress' } } })
    const { _id: bulkId } = body.result
    await expect
      .poll(async () => (await other.call(viewBulk, { params: { bulkId } })).body.result.isFinished)
      .toBe(true)
    await page.goto(`/page/bugs/news/${bulkId}`)
    await expect(page.getByRole('list', { name: 'Changed bugs' }).getByRole('listitem')).toHaveCount(6)
  },
  'notifications of many bugs that were seen': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto(`/page/bugs/news/${'f'.repeat(24)}`)
    await expect(page.getByText('Nothing new here')).toBeVisible()
  },
}
