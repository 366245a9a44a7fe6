import { reportBug } from '#shared/bugs/contract.ts'
import { deleteView, editView, type View } from '#shared/views/contract.ts'
import { giveSession, type Person } from '#testing/browser-test.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { expectToast, toasts } from '#e2e/parts/toasts.ts'
import { bugList } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'
import { aView, viewParts } from './views-parts.ts'

const test = base.extend<{
  /** Shows a customer a view of their own, which finds a word that it is called by, and these conditions. */
  openOwnView: (
    conditions?: string,
  ) => Promise<{ me: Person; name: string; view: View; views: ReturnType<typeof viewParts> }>
}>({
  openOwnView: async ({ page, signIn }, use) => {
    await use(async (conditions) => {
      const me = await signIn(['customer'])
      const name = newWord()
      const keywords = conditions ? `${name} ${conditions}` : name
      const view = await aView(me, { name, search: { keywords } })
      await page.goto(`/page/bugs/list?view=${view._id}`)
      return { me, name, view, views: viewParts(page) }
    })
  },
})

const standard = ['Untriaged', 'Mine', 'Snoozed', 'Owes an answer', 'Waiting for reporter', 'Stale', 'Reported by me']

test('a search is saved, stands in the Bugs menu, and another account opens its link', async ({
  page,
  context,
  product,
  signInWithBugs,
}) => {
  const word = newWord()
  await signInWithBugs(['customer'], { title: `${word} open` }, { title: `${word} closed`, status: 'Closed' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = bugList(page)
  const views = viewParts(page)
  await page.goto('/page/bugs/list')
  await expect(views.save).toHaveCount(0)
  await list.keywords.fill(`${word} is:open`)
  await list.search.click()
  await expect(list.titles).toHaveText([`${word} open`])

  await views.save.click()
  await expect(views.name).toBeFocused()
  await expect(views.dialog).toContainText(`Keywords: ${word}`)
  await expect(views.dialog).toContainText('Open only')
  await views.send('Save view').click()
  await expect(views.dialog.getByRole('alert')).toHaveText('A view needs a name.')
  await views.name.fill(` Open ${word} `)
  await views.audience('Whoever has the link').check()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', `The view “Open ${word}” is saved.`)
  await expect(views.toggle).toContainText(`Open ${word}`)
  await expect(views.toggle).toBeFocused()
  await expect(views.changed).toHaveCount(0)
  await expect(list.titles).toHaveText([`${word} open`])

  await views.bugsMenu.click()
  await expect(views.pinned).toHaveText([...standard, `Open ${word}`])
  await page.keyboard.press('Escape')
  await views.actions.click()
  await views.item('Copy link').click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/page\/bugs\/list\?view=\w+$/)

  const other = await product.person(['customer'])
  await giveSession(context, product.origin, other.cookie ?? '')
  await page.goto(link)
  await expect(views.toggle).toContainText(`Open ${word}`)
  await expect(list.titles).toHaveText([`${word} open`])
  await expect(list.keywords).toHaveValue(`${word} is:open`)
  await expectSearch(page, { view: link.split('=')[1] ?? '' })
  await views.actions.click()
  await expect(views.item('Rename')).toHaveCount(0)
  await expect(views.item('Delete')).toHaveCount(0)
  await views.item('Pin to the Bugs menu').click()
  await views.bugsMenu.click()
  await expect(views.pinned.filter({ hasText: word })).toHaveCount(1)
})

test('the standard views are there from the start, and the keyboard walks through the menu to them', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['staff'])
  const other = await product.person(['staff'])
  const word = newWord()
  await aBug(product, other.userId, { title: `${word} mine`, assignedTo: userId })
  const list = bugList(page)
  const views = viewParts(page)
  await page.goto('/')
  await views.bugsMenu.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Find Bugs', exact: true })).toBeFocused()
  await expect(views.pinned).toHaveText(standard)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(views.pinned.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list.titles).toHaveText([`${word} mine`])
  await expect(views.toggle).toContainText('Mine')
  await expectSearch(page, { view: 'assigned-to-me' })
})

test('a view that was changed says so; it is saved, saved as another one, or let be', async ({ page, openOwnView }) => {
  const { name, view, views } = await openOwnView('is:open')
  const list = bugList(page)
  await expect(list.keywords).toHaveValue(`${name} is:open`)
  await expect(views.changed).toHaveCount(0)

  await list.keywords.fill(`${name} is:closed`)
  await list.search.click()
  await expect(views.changed).toBeVisible()
  await expectSearch(page, { view: view._id, keywords: `${name} is:closed` })
  await views.actions.click()
  await views.item('Discard changes').click()
  await expect(list.keywords).toHaveValue(`${name} is:open`)
  await expect(views.changed).toHaveCount(0)
  await page.goBack()
  await expect(views.changed).toBeVisible()

  await views.saveChanges.click()
  await expect(toasts(page)).toHaveText([`The view “${name}” is saved.`])
  await expect(views.changed).toHaveCount(0)
  await expect(views.toggle).toBeFocused()
  await expectSearch(page, { view: view._id })
  await page.reload()
  await expect(list.keywords).toHaveValue(`${name} is:closed`)

  await list.keywords.fill(`${name} is:followed`)
  await list.search.click()
  await views.saveAsNew.click()
  await views.name.fill(`${name} too`)
  await views.send('Save view').click()
  await expect(views.toggle).toContainText(`${name} too`)
  await views.toggle.click()
  await views.listed(name).click()
  await expect(list.keywords).toHaveValue(`${name} is:closed`)
})

test('a view that everybody has can be saved as one’s own, and not overwritten', async ({ page, signIn }) => {
  await signIn(['customer'])
  const list = bugList(page)
  const views = viewParts(page)
  await page.goto('/page/bugs/list?view=untriaged')
  await expect(list.keywords).toHaveValue('class:unclassified is:open -is:snoozed')
  await list.keywords.fill('class:unclassified')
  await list.search.click()
  await expect(views.changed).toBeVisible()
  await expect(views.saveAsNew).toBeVisible()
  await expect(views.saveChanges).toHaveCount(0)
})

test('a view is renamed, unpinned and deleted, and deleting asks first', async ({ page, openOwnView }) => {
  const { name, views } = await openOwnView('is:open')
  const list = bugList(page)
  await views.actions.click()
  await views.item('Rename').click()
  await expect(views.name).toHaveValue(name)
  await views.name.fill(`${name} renamed`)
  await views.send('Save').click()
  await expect(views.toggle).toContainText(`${name} renamed`)

  await views.toggle.click()
  await expect(views.pin(`${name} renamed`)).toHaveAttribute('aria-pressed', 'true')
  await views.pin(`${name} renamed`).click()
  await expect(views.pin(`${name} renamed`)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await views.bugsMenu.click()
  await expect(views.pinned).toHaveText(standard)
  await page.keyboard.press('Escape')

  await views.actions.click()
  await views.item('Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(views.toggle).toContainText(`${name} renamed`)
  await views.actions.click()
  await views.item('Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'success', `The view “${name} renamed” is deleted.`)
  await expect(views.toggle).toHaveText(/Views/)
  await expect(views.toggle).toBeFocused()
  // What was on the screen stays there.
  await expectSearch(page, { keywords: `${name} is:open` })
  await expect(list.keywords).toHaveValue(`${name} is:open`)
})

test('a link to a private or deleted view says so, and the list is there all the same', async ({
  page,
  product,
  signInWithBug,
  openList,
}) => {
  await signInWithBug(['customer'], { title: newWord() })
  const owner = await product.person(['customer'])
  const secret = newWord()
  const view = await aView(owner, { name: secret, search: { keywords: secret } })
  const list = await openList(`view=${view._id}`)
  await expect(page.getByText('This view can’t be opened')).toBeVisible()
  await expect(list.cards.first()).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await owner.call(deleteView, { params: { viewId: view._id } })
  await page.reload()
  await expect(page.getByText('This view can’t be opened')).toBeVisible()
  await expect(list.cards.first()).toBeVisible()
})

test('what was changed elsewhere shows when somebody comes back', async ({ page, openOwnView }) => {
  const { me, name, view, views } = await openOwnView()
  await expect(views.toggle).toContainText(name)
  await me.call(editView, {
    params: { viewId: view._id },
    body: { name: `${name} elsewhere`, search: { keywords: 'is:open' } },
  })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(views.toggle).toContainText(`${name} elsewhere`)
  await expect(bugList(page).keywords).toHaveValue('is:open')
})

test('a change that fails is taken back, told, and can be tried again; a name that was typed is kept', async ({
  page,
  quietConsole,
  openOwnView,
}) => {
  quietConsole.forgive(failedCall)
  const { name, view, views } = await openOwnView()
  const list = bugList(page)
  await expect(views.toggle).toContainText(name)
  await page.route('**/api/views/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body: '' }),
  )
  await list.keywords.fill(`${name} is:open`)
  await list.search.click()
  await views.saveChanges.click()
  await expectToast(page, 'error', `“${name}” could not be changed.`)
  await expect(views.changed).toBeVisible()
  await expectSearch(page, { view: view._id, keywords: `${name} is:open` })
  await page.unroute('**/api/views/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(views.changed).toHaveCount(0)

  await page.route('**/api/views', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body: '' }),
  )
  await list.keywords.fill(`${name} is:closed`)
  await list.search.click()
  await views.saveAsNew.click()
  await views.name.fill('Not to be lost')
  await views.send('Save view').click()
  await expect(views.dialog.getByRole('alert')).toContainText('could not be saved')
  await expect(views.name).toHaveValue('Not to be lost')
})

test('views are in the palette, and so is saving one', async ({ page, signIn }) => {
  await signIn(['customer'])
  const views = viewParts(page)
  await page.goto('/page/bugs/list?keywords=lamp')
  await expect(views.save).toBeVisible()
  // At once: what is typed before the palette is there is not lost.
  await page.keyboard.press('Control+K')
  await page.keyboard.type('save view')
  await page.keyboard.press('Enter')
  await expect(views.name).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('untriaged')
  await page.keyboard.press('Enter')
  await expectSearch(page, { view: 'untriaged' })
})

test('the views say how many bugs they find, and follow what others do', async ({ page, product, openOwnView }) => {
  const { me, name, views } = await openOwnView('is:open')
  await aBug(product, me.userId, { title: name })
  await views.toggle.click()
  const row = page.locator('.views-row').filter({ hasText: name })
  await expect(row).toContainText('1 bug')
  const other = await product.person(['customer'])
  const body = { title: name, description: 'd', stepsToReproduce: 's' }
  await other.call(reportBug, { body })
  await expect(row).toContainText('2 bugs')
})
