import { addComment } from '#shared/comments/contract.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** The buttons that change the bug, by their names in the specification. */
const actions = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .or(page.getByRole('main').getByRole('link'))
    .filter({
      hasText: /^(Edit Your Bug|Edit|Toggle Closed)$/,
    })
const toggle = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Toggle Closed', exact: true })
/** The badge beside the title. */
const stateBadge = (page: Page, state: 'Open' | 'Closed') =>
  page.getByRole('main').locator('.badge').getByText(state, { exact: true }).first()

test('a bug’s page shows every fact and every text', async ({ page, product, signIn }) => {
  const creator = await signIn(['customer'], { fullName: 'Ines Ferreira' })
  const assignee = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const title = newWord()
  const id = await aBug(product, creator.userId, {
    title,
    description: 'First line\n\n  indented   line',
    stepsToReproduce: '1. Open the window\n2. Light the lamp',
    createdOn: new Date('2024-02-03T12:00:00Z'),
    classification: 'approved',
    status: 'In Progress',
    assignedTo: assignee.userId,
    assignedOn: new Date('2024-03-04T12:00:00Z'),
  })
  await assignee.call(addComment, { params: { bugId: id }, body: { message: 'I see it too.' } })
  await creator.call(addComment, { params: { bugId: id }, body: { message: 'Thank you.' } })

  await page.goto(view(id))
  const main = page.getByRole('main')
  await expect(heading(page)).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(`^BUG-\\d+ ${title}`))
  for (const text of [
    id,
    'approved',
    'First line',
    'indented line',
    'Ines Ferreira',
    creator.userId,
    '2/3/2024',
    'Tomasz Lis',
    assignee.userId,
    '3/4/2024',
  ]) {
    await expect(main.getByText(text, { exact: true }).first(), text).toBeVisible()
  }
  await expect(stateBadge(page, 'Open')).toBeVisible()
  await expect(main.locator('.bug-summary .badge')).toHaveText('Open · In Progress')
  await expect(main.getByText('UnAssigned')).toHaveCount(0)
  // What was seen is what one reads first, and each short fact is a line.
  const facts = ['Status', 'Classification', 'Priority'].map((name) =>
    main.locator('.bug-fact').filter({ has: page.locator('dt', { hasText: name }) }),
  )
  const [description, ...rows] = await boxesOf(main.getByRole('heading', { name: 'Description' }), ...facts)
  expect(description.y).toBeLessThanOrEqual(225)
  expect(rows.map(({ height }) => height)).toEqual([32, 32, 32])
  await expect(main.getByRole('listitem').filter({ hasText: 'Light the lamp' })).toHaveText('Light the lamp')

  await expect(comments(page)).toHaveCount(2)
  await expect(comments(page).nth(0)).toContainText('Tomasz Lis')
  await expect(comments(page).nth(0)).toContainText('I see it too.')
  await expect(comments(page).nth(1)).toContainText('Ines Ferreira')
  await expect(comments(page).nth(1)).toContainText('Thank you.')
  await expect(comments(page).locator('time')).toHaveCount(2)
  await expectNoToast(page)
})

test('a bug of nobody, an id that names none, and a bug that can’t be read say so', async ({
  page,
  product,
  signIn,
  signInWithBug,
  whileBugsAreAway,
}) => {
  await test.step('a bug of nobody says so, and one without comments has none', async () => {
    const { userId } = await signIn(['customer'])
    await page.goto(view(await aBug(product, userId, { status: 'Resolved' })))
    const main = page.getByRole('main')
    await expect(main.getByText('UnAssigned', { exact: true })).toBeVisible()
    await expect(main.getByText('Unassigned', { exact: true })).toHaveCount(0)
    await expect(stateBadge(page, 'Closed')).toBeVisible()
    await expect(stateBadge(page, 'Open')).toHaveCount(0)
    await expect(comments(page)).toHaveCount(0)
  })

  await test.step('an id that names no bug says so', async () => {
    await signIn(['customer'])
    for (const path of [
      view('nonsense'),
      view('f'.repeat(24)),
      '/page/bugs/list/view',
      '/page/bugs/list/view/',
      view('%3Cb%3E'),
    ]) {
      await page.goto(path)
      await expect(page.getByText('Invalid Bug Id!', { exact: true }), path).toBeVisible()
      await expect(toggle(page)).toHaveCount(0)
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
  })

  await test.step('a bug that can’t be read offers to try again, and is not called invalid', async () => {
    const title = newWord()
    const { id } = await signInWithBug(['customer'], { title })
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await whileBugsAreAway(async () => {
      await page.goto(view(id))
      await expect(again).toBeVisible()
    })
    await expect(page.getByText('Invalid Bug Id!')).toHaveCount(0)
    await again.click()
    await expect(heading(page)).toHaveText(title)
  })
})

test('each role has the buttons for what it may do to a bug', async ({ page, signInToBug }) => {
  for (const [role, isCreator, names] of [
    ['customer', true, ['Edit Your Bug']],
    ['customer', false, []],
    ['support', false, []],
    ['staff', false, ['Edit', 'Toggle Closed']],
    ['staff', true, ['Edit Your Bug', 'Edit', 'Toggle Closed']],
    ['admin', false, ['Edit', 'Toggle Closed']],
  ] as const) {
    await test.step(`${role}, a bug of ${isCreator ? 'their own' : 'somebody else'}`, async () => {
      const id = await signInToBug(role, isCreator)
      await page.goto(view(id))
      await expect(page.getByRole('main').getByRole('region', { name: 'Timeline' })).toBeVisible()
      await expect(actions(page)).toHaveText([...names])
      const hrefs: Record<string, string> = {
        'Edit Your Bug': `/page/bugs/list/edit/my/${id}`,
        Edit: `/page/bugs/list/edit/${id}`,
      }
      for (const name of names) {
        if (name === 'Toggle Closed') continue
        await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', hrefs[name] ?? '')
      }
    })
  }
})

test('Toggle Closed closes and opens again', async ({ page, product, signInWithBug }) => {
  const { id } = await signInWithBug(['staff'])
  const status = async () =>
    (await product.database.pool.query('select status, is_closed from bugs where id = $1', [id])).rows[0]
  await page.goto(view(id))
  await toggle(page).click()
  await expectToast(page, 'success', 'Bug Closed!')
  await expect(stateBadge(page, 'Closed')).toBeVisible()
  await expect(stateBadge(page, 'Open')).toHaveCount(0)
  expect(await status()).toEqual({ status: 'Closed', is_closed: true })

  await dismissToasts(page)
  await toggle(page).click()
  await expectToast(page, 'success', 'Bug Opened!')
  await expect(stateBadge(page, 'Open')).toBeVisible()
  expect(await status()).toEqual({ status: 'Open', is_closed: false })
  await page.reload()
  await expect(stateBadge(page, 'Open')).toBeVisible()
})

test('a toggle that fails says so and changes nothing', async ({ page, product, openOwnBug, whileEventsFail }) => {
  const { id } = await openOwnBug(['staff'])
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await whileEventsFail('bug-status-changed', async () => {
    await toggle(page).click()
    await expectToast(page, 'error', 'Bug Close/Open FAILED!')
  })
  await expect(stateBadge(page, 'Open')).toBeVisible()
  await expect(stateBadge(page, 'Closed')).toHaveCount(0)
  const { rows } = await product.database.pool.query('select is_closed from bugs where id = $1', [id])
  expect(rows).toEqual([{ is_closed: false }])
})

test('an imported duplicate names its old id and links its original, which links it', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const original = await aBug(product, userId, { title: 'The first report' })
  const duplicate = await aBug(product, userId, {
    title: 'The same again',
    classification: 'duplicate',
    status: 'Resolved',
    duplicateOf: original,
    product: 'Lighthouse',
    component: 'Lens',
    externalId: 'OLD-4711',
  })
  await page.goto(view(duplicate))
  const main = page.getByRole('main')
  for (const text of ['OLD-4711', 'Lighthouse', 'Lens', 'duplicate']) await expect(main).toContainText(text)
  await main.getByRole('link', { name: 'The first report', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${view(original)}$`))
  await expect(heading(page)).toHaveText('The first report')
  await expect(main).not.toContainText('OLD-4711')
  await main.getByRole('link', { name: 'The same again', exact: true }).click()
  await expect(heading(page)).toHaveText('The same again')
})

test('web addresses in texts can be followed, and nothing else becomes a link', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])
  const id = await aBug(product, userId, {
    description: 'See https://lamps.example.test/a?b=1. Not javascript:alert(1) nor data:text/html,x',
  })
  await page.goto(view(id))
  const link = page.getByRole('main').getByRole('link', { name: /lamps/ })
  await expect(link).toHaveAttribute('href', 'https://lamps.example.test/a?b=1')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(page.locator('a[href^="javascript"], a[href^="data"]')).toHaveCount(0)
})

test('a long text starts folded, and opens', async ({ page, openOwnBug }) => {
  await openOwnBug(['customer'], { description: 'line\n'.repeat(200) + 'the very end' })
  const text = page.getByText('the very end')
  const showAll = page.getByRole('button', { name: /^Show all/ })
  await expect(showAll).toHaveCount(1)
  const clip = page.locator('.collapsible-clip')
  expect((await boxOf(clip)).height).toBeLessThan(500)
  expect(await clip.evaluate((element) => element.scrollHeight)).toBeGreaterThan(3000)
  await showAll.click()
  await expect(showAll).toHaveCount(0)
  await expect(clip).toHaveCount(0)
  expect((await boxOf(text)).height).toBeGreaterThan(3000)
})
