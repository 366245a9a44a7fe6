import { standardViews } from '#shared/views/contract.ts'
import { expect } from '#testing/browser-test.ts'
import { addFilterParts, bugList } from '#e2e/list/bug-list-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { aView, viewParts } from '#e2e/list/views-parts.ts'
import type { Stage } from './screens.ts'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'

/** A view of the reader's with the longest of names, changed, which finds one bug: what lies under a menu is always the same. */
async function aChangedView({ page, product, signIn }: Stage): Promise<void> {
  const me = await signIn(['customer'], { fullName: longName })
  const word = newWord()
  await aBug(product, me.userId, { title: `${longWord} ${word}`, status: 'Closed' })
  const view = await aView(me, { name: longWord, search: { keywords: 'is:open' }, isShared: true })
  await page.goto(`/page/bugs/list?view=${view._id}&keywords=is:closed%20${word}`)
  await expect(viewParts(page).changed).toBeVisible()
  await expect(bugList(page).cards).toHaveCount(1)
}

/** The bug list's screens that are about searching with words, and about saved views. */
export const searchScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'bug list with the words marked': async ({ page, product, signIn }) => {
    const me = await signIn(['customer'], { fullName: longName })
    const word = newWord()
    const id = await aBug(product, me.userId, {
      title: `${longWord} ${word}`,
      description: `${longWord.repeat(2)} ${word} ${longWord.repeat(2)}`,
    })
    await aComment(me, id, `Also ${word}`)
    await product.database.pool.query('update bugs set affected_count = 1234 where id = $1', [id])
    await page.goto(`/page/bugs/list?keywords=${word}`)
    await expect(page.getByRole('link', { name: 'In a comment' })).toBeVisible()
  },
  'bug list with ways to go on': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list')
    await bugList(page).keywords.focus()
    await page.keyboard.press('ArrowDown')
    await expect(bugList(page).options.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(bugList(page).options.and(page.locator('[aria-selected=true]'))).toHaveCount(1)
  },
  'bug list with the filters to add': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list?priority=high')
    await addFilterParts(page).button.click()
    await expect(addFilterParts(page).options.first()).toBeVisible()
  },
  'bug list with the help for searching': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list')
    await bugList(page).help.click()
    await expect(page.getByRole('dialog', { name: 'How to search' })).toBeVisible()
  },
  'bug list with words that can’t be read': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto(`/page/bugs/list?keywords=class:${longWord}`)
    await expect(bugList(page).mistake).toBeVisible()
  },
  'bug list without results for much that was asked': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto(`/page/bugs/list?keywords=${longWord}%20is:open%20assignee:@me&minAge=2&sortBy=title`)
    await expect(bugList(page).none).toBeVisible()
  },
  'bug list with a view that was changed': aChangedView,
  'bug list with the views open': async (stage) => {
    await aChangedView(stage)
    await viewParts(stage.page).toggle.click()
    await expect(viewParts(stage.page).listed('Untriaged')).toBeVisible()
  },
  'bug list with a view’s menu open': async (stage) => {
    await aChangedView(stage)
    await viewParts(stage.page).actions.click()
    await expect(viewParts(stage.page).item('Delete')).toBeVisible()
  },
  'a view being saved, without a name': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list?keywords=lamp')
    const views = viewParts(page)
    await views.save.click()
    await views.send('Save view').click()
    await expect(views.dialog.getByRole('alert')).toBeVisible()
  },
  'a view about to be deleted': async (stage) => {
    await aChangedView(stage)
    const views = viewParts(stage.page)
    await views.actions.click()
    await views.item('Delete').click()
    await expect(stage.page.getByRole('alertdialog')).toBeVisible()
  },
  'bug list with a view that can’t be opened': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list?view=nobodys')
    await expect(page.getByText('This view can’t be opened')).toBeVisible()
  },
  'the Bugs menu with views': async (stage) => {
    await aChangedView(stage)
    await viewParts(stage.page).bugsMenu.click()
    await expect(viewParts(stage.page).pinned).toHaveCount(standardViews.length + 1)
  },
  'the Bugs menu with views on a phone': async (stage) => {
    await aChangedView(stage)
    await stage.page.setViewportSize({ width: 390, height: 800 })
    await stage.page.getByRole('button', { name: 'Open menu' }).click()
    await viewParts(stage.page).bugsMenu.click()
    await expect(viewParts(stage.page).pinned).toHaveCount(standardViews.length + 1)
    const edges = await viewParts(stage.page).pinned.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect().right),
    )
    expect(Math.max(...edges)).toBeLessThanOrEqual(390)
  },
}
