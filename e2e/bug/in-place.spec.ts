import { assignBug, setBugFields } from '#shared/bugs/contract.ts'
import { setPreferences } from '#shared/users/preferences-contract.ts'
import type { Product } from '#testing/browser-test.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { shortcutParts } from '#e2e/parts/palette-parts.ts'
import { aBug, daysAgo, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

interface Facts {
  readonly status: string
  readonly classification: string
  readonly priority: string
  readonly assignee: string | null
  readonly original: string | null
}

async function stored(product: Product, id: string): Promise<Facts> {
  const { rows } = await product.database.pool.query(
    `select status, classification, priority, assigned_to as assignee, duplicate_of as original from bugs where id = $1`,
    [id],
  )
  return rows[0] as Facts
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

test('each fact is set by pressing it, and the focus is on it again', async ({ page, product, openOwnBug }) => {
  const word = newWord()
  const bea = await aPerson(product, { fullName: `${word} Bea` })
  const original = await reported(await product.person(['customer']), { title: `${word} the first lamp` })
  const { id } = await openOwnBug(['staff'], { title: `${word} lamp` }, { fullName: 'Ann Ash' })

  const status = factParts(page, 'status')
  await status.choose('Resolved')
  await expect(status.picker).toHaveCount(0)
  await expect(status.control).toBeFocused()
  await expect(status.control).toHaveText('Status: Resolved')
  await expectToast(page, 'success', 'Status changed')
  await expect(toastDetail(page)).toHaveText('Set to Resolved')
  await expect(timelineParts(page).change('Ann Ash changed the status from Open to Resolved')).toBeVisible()

  const priority = factParts(page, 'priority')
  await priority.choose('urgent')
  await expect(priority.control).toHaveText('Priority: urgent')
  await expect(priority.control).toBeFocused()

  const assignee = factParts(page, 'assignee')
  await assignee.control.click()
  await expect(assignee.field).toBeFocused()
  await expect(assignee.options).toHaveText([/Ann Ash.*me/, /^nobody/])
  await assignee.field.fill(word)
  await assignee.option(`${word} Bea`).click()
  await expect(assignee.control).toHaveText(new RegExp(`${word} Bea$`))
  await expect(assignee.control).toBeFocused()
  await expect.poll(() => stored(product, id)).toMatchObject({ status: 'Resolved', priority: 'urgent', assignee: bea })

  await assignee.choose('nobody')
  await expect(assignee.control).toHaveText('Assignee: UnAssigned')
  await expect.poll(() => stored(product, id)).toMatchObject({ assignee: null })

  // What a duplicate repeats is asked next, and likely bugs are there without a search.
  const [classification, duplicateOf] = [factParts(page, 'classification'), factParts(page, 'duplicateOf')]
  await classification.choose('duplicate')
  await expect(duplicateOf.field).toBeFocused()
  await duplicateOf.option(`${word} the first lamp`).click()
  await expect(duplicateOf.fact.getByRole('link', { name: `${word} the first lamp` })).toBeVisible()
  await expect(classification.control).toBeFocused()
  await expect.poll(() => stored(product, id)).toMatchObject({ classification: 'duplicate', original })
  await duplicateOf.choose('none')
  await expect.poll(() => stored(product, id)).toMatchObject({ classification: 'duplicate', original: null })
  // What has the focus goes with what is chosen.
  await duplicateOf.control.focus()
  await press(page, 'c 3')
  await expect(duplicateOf.fact).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
  await expect.poll(() => stored(product, id)).toMatchObject({ classification: 'unapproved' })
})

test('each fact has a key; letters and digits choose, Escape leaves, and the focus stays where it was', async ({
  page,
  product,
  openOwnBug,
}) => {
  const word = newWord()
  const { id, person } = await openOwnBug(['staff'], { title: `${word} lamp` })
  const original = await aBug(product, person.userId, { title: `${word} the first lamp` })
  await pickersLoaded(page)
  await heading(page).focus()
  await press(page, 's')
  await expect(factParts(page, 'status').field).toBeFocused()
  await press(page, 'Escape')
  await expect(heading(page)).toBeFocused()
  await press(page, 's i Enter')
  await expect(heading(page)).toBeFocused()
  await expect(factParts(page, 'status').control).toHaveText('Status: In Progress')
  await press(page, 'p h Enter c 2 i')
  await expect(factParts(page, 'priority').control).toHaveText('Priority: high')
  await expect(factParts(page, 'classification').control).toHaveText(/approved$/)
  const inProgress = { status: 'In Progress', classification: 'approved', priority: 'high', assignee: person.userId }
  await expect.poll(() => stored(product, id)).toMatchObject(inProgress)
  await dismissToasts(page)
  await heading(page).focus()
  // The same again changes nothing.
  await press(page, 'c a Enter')
  await press(page, 'i')
  await expectToast(page, 'success', 'Assigned to you')
  await dismissToasts(page)
  await heading(page).focus()
  await press(page, 'a n o Enter o')
  await page.keyboard.type(`${word} first`)
  await press(page, 'Enter')
  await expect(heading(page)).toBeFocused()
  await expect.poll(() => stored(product, id)).toMatchObject({ classification: 'duplicate', original, assignee: null })
})

test('Enter takes no original that only the first of the words have found', async ({ page, product, openOwnBug }) => {
  const word = newWord()
  const { id, person } = await openOwnBug(['staff'], { title: 'A lamp' })
  const meant = await aBug(product, person.userId, { title: `${word} lantern`, createdOn: daysAgo(2) })
  await aBug(product, person.userId, { title: `${word} torch`, createdOn: daysAgo(1) })
  await pickersLoaded(page)
  await heading(page).focus()
  await press(page, 'o')
  await page.keyboard.type(word)
  await expect(factParts(page, 'duplicateOf').options).toHaveCount(2)
  await page.keyboard.type(' lantern')
  await press(page, 'Enter')
  await expect.poll(() => stored(product, id)).toMatchObject({ classification: 'duplicate', original: meant })
})

test('the toast and z take back what was set, one after the other', async ({ page, product, openOwnBug }) => {
  const { id } = await openOwnBug(['staff'], { priority: 'low' })
  const [status, priority] = [factParts(page, 'status'), factParts(page, 'priority')]
  await pickersLoaded(page)
  await heading(page).focus()
  await press(page, 'p 5 s 4')
  await expect(toastDetail(page)).toHaveText(['Set to Resolved'])
  await undo(page).click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(status.control).toHaveText('Status: Open')
  await heading(page).focus()
  await press(page, 'z')
  await expect(priority.control).toHaveText('Priority: low')
  await expect.poll(() => stored(product, id)).toMatchObject({ status: 'Open', priority: 'low' })
  await expect(timelineParts(page).change(/took back a change of the priority: from urgent to low/)).toBeVisible()
  await press(page, '?')
  await expect(shortcutParts(page).group('This bug')).toBeVisible()
  expect((await shortcutParts(page).all()).filter((row) => row.startsWith('Undo'))).toEqual([])
  await press(page, 'Escape')

  // One that is still on its way is taken back too, and what somebody else has set since is not overwritten.
  await dismissToasts(page)
  await heading(page).focus()
  await press(page, 'p 4 z')
  await expect.poll(() => stored(product, id)).toMatchObject({ priority: 'low' })
  await expectToast(page, 'success', 'Change Undone!')
  await dismissToasts(page)
  await heading(page).focus()
  await press(page, 'i')
  await expectToast(page, 'success', 'Assignee changed')
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  await ben.call(assignBug, { params: { bugId: id }, body: { userId: ben.userId } })
  await dismissToasts(page)
  await heading(page).focus()
  await press(page, 'z')
  await expectToast(page, 'error', 'Undo FAILED!')
  await expect(toastDetail(page)).toHaveText(/^Ben Birch changed the assignee from .* to Ben Birch\.$/)
  await expect(factParts(page, 'assignee').control).toHaveText(/Ben Birch$/)
})

test('a refusal stands beside its fact, with why and what to do, and the value goes back', async ({
  page,
  product,
  openOwnBug,
  holdCalls,
}) => {
  const { id } = await openOwnBug(['staff'])
  const status = factParts(page, 'status')
  const body = { error: { code: 'forbidden', message: 'You may not give this bug this status.' } }
  await page.route(`**/api/bug/${id}/status*`, (route) => route.fulfill({ status: 403, json: body }))
  await status.choose('Closed')
  const why = 'Status: Not changed. Your account may not do this. An administrator can change that.'
  await expect(status.refusal).toHaveText(why)
  await expect(status.control).toHaveText('Status: Open')
  await expectNoToast(page)
  await expect(status.fact.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await status.fact.getByRole('button', { name: 'Dismiss' }).click()
  await expect(status.refusal).toHaveCount(0)
  await expect(status.control).toBeFocused()
  await page.unroute(`**/api/bug/${id}/status*`)

  const call = await holdCalls(`**/api/bug/${id}/status*`)
  await status.choose('Closed')
  await expect(status.control).toHaveText('Status: Closed')
  await call.cutOff()
  await expect(status.refusal).toHaveText(/^Status: Not changed\. /)
  await expect(status.control).toHaveText('Status: Open')
  await status.fact.getByRole('button', { name: 'Try again' }).click()
  await expect(status.refusal).toHaveCount(0)
  await expect.poll(() => stored(product, id)).toMatchObject({ status: 'Closed' })
  await expect(status.control).toHaveText('Status: Closed')

  // What somebody else sets while the choices are open shows behind them, and is asked about before it is replaced.
  const priority = factParts(page, 'priority')
  await priority.control.click()
  await expect(priority.options.first()).toBeVisible()
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  await ben.call(setBugFields, { params: { bugId: id }, body: { priority: 'high' } })
  await expect(priority.control).toHaveText('Priority: high')
  await press(page, '5')
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(priority.control).toHaveText('Priority: high')
  await expect.poll(() => stored(product, id)).toMatchObject({ priority: 'high' })
})

test('who may not set a fact reads it, and a creator opens and closes their own bug', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const ben = await product.person(['customer'])
  const [own, other] = [await aBug(product, userId), await aBug(product, ben.userId, { priority: 'high' })]
  await page.goto(view(other))
  await expect(factParts(page, 'status').fact).toHaveText('StatusOpen')
  await expect(factParts(page, 'assignee').fact).toContainText('UnAssigned')
  await expect(page.locator('[data-fact]')).toHaveCount(0)
  await heading(page).focus()
  await press(page, 's c a p o i z')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoToast(page)

  await page.goto(view(own))
  const status = factParts(page, 'status')
  await expect(page.locator('[data-fact]')).toHaveCount(1)
  await status.control.click()
  await expect(status.options).toHaveText([/^Open/, /^Closed/])
  await press(page, '3')
  await expectToast(page, 'success', 'Status changed')
  await expect.poll(() => stored(product, own)).toMatchObject({ status: 'Closed' })
  await press(page, 'z')
  await expect.poll(() => stored(product, own)).toMatchObject({ status: 'Open' })
})

test('what is typed before the picker has loaded is not lost', async ({ page, product, signInWithBug }) => {
  const { id, person } = await signInWithBug(['staff'])
  let held = Promise.resolve()
  const hold = () => {
    let letGo = () => {}
    held = new Promise((resolve) => (letGo = resolve))
    return letGo
  }
  await page.route(/\/in-place[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const letGo = hold()
  await page.goto(view(id))
  await expect(factParts(page, 'status').control).toBeVisible()
  await heading(page).focus()
  await press(page, 'p 4')
  letGo()
  await expect.poll(() => stored(product, id)).toMatchObject({ priority: 'high' })
  await expect(heading(page)).toBeFocused()
  await press(page, 'p u r g Enter')
  await expect.poll(() => stored(product, id)).toMatchObject({ priority: 'urgent' })

  // A digit is one of the list, and no word, also where who is likely is still to come.
  const letGoAgain = hold()
  await page.reload()
  await expect(factParts(page, 'status').control).toBeVisible()
  await heading(page).focus()
  await press(page, 'a 1')
  letGoAgain()
  await expect.poll(() => stored(product, id)).toMatchObject({ assignee: person.userId })
})

test('in a list keys are about the bug that has the focus, and its marks may be pressed', async ({
  page,
  product,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  const staff = await signInWithBugs(['staff'], ...numbered(word, 3))
  const list = await openList(`keywords=${word}&sortBy=createdOn&pageSize=5`)
  const card = (number: number) => list.card(`${word} ${number}`)
  const link = (number: number) => card(number).getByRole('link')
  const height = async () => (await boxOf(card(2))).height
  await expect(card(3)).toBeVisible()
  await pickersLoaded(page)
  const before = await height()
  for (const key of ['s', 'h']) {
    await press(page, key)
    await expectToast(page, 'warning', 'Choose a bug first')
    await dismissToasts(page)
  }

  // What is chosen anew at once leaves nothing of the first choice, for `.` either.
  await press(page, 'j j c 4')
  await factParts(page, 'duplicateOf').field.fill(`${word} 1`)
  await factParts(page, 'duplicateOf').option(`${word} 1`).click()
  await expect(link(2)).toBeFocused()
  await press(page, 'c 2')
  await expect(link(2)).toBeFocused()
  await press(page, 'p u Enter s 2 i')
  await expect(link(2)).toBeFocused()
  for (const words of ['In Progress', 'Priority: urgent', 'Classification: approved', 'Assigned to: Person']) {
    await expect(card(2)).toContainText(words)
  }
  expect(await height()).toBe(before)
  await expect(toastDetail(page)).toContainText([`${word} 2`])
  await expect(card(1)).not.toContainText('approved')
  const id = (await card(2).getAttribute('data-bug')) ?? ''
  const triaged = { status: 'In Progress', classification: 'approved', priority: 'urgent', assignee: staff.userId }
  await expect.poll(() => stored(product, id)).toMatchObject(triaged)
  // The same on the next one by one key, taken back together.
  await press(page, 'j .')
  await expect(link(3)).toBeFocused()
  await expectToast(page, 'success', 'Your last changes repeated')
  await expect(toastDetail(page)).toContainText([
    'Classification approved, Priority urgent, Status In Progress, Assignee',
  ])
  const next = (await card(3).getAttribute('data-bug')) ?? ''
  await expect.poll(() => stored(product, next)).toMatchObject({ ...triaged, original: null })
  await undo(page).click()
  await expect
    .poll(() => stored(product, next))
    .toMatchObject({ status: 'Open', classification: 'unclassified', priority: 'none', assignee: null })
  await dismissToasts(page)
  await link(2).focus()
  await press(page, '.')
  await expectToast(page, 'warning', 'There is nothing to repeat on this bug')
  await dismissToasts(page)
  await press(page, 'z j')
  await expect(card(2)).toContainText('Assigned to: Unassigned')
  await expect(link(3)).toBeFocused()
  await press(page, 'c 4')
  await expect(factParts(page, 'duplicateOf').field).toBeFocused()
  await press(page, 'Escape')
  await expect(link(3)).toBeFocused()
  await expect(card(3)).toContainText('duplicate')

  await card(1).locator('[data-fact="classification"]').click()
  await factParts(page, 'classification').option('unapproved').click()
  await expect(card(1)).toContainText('unapproved')
  await expect(link(1)).toBeFocused()
  await expect(page).toHaveURL(/\/page\/bugs\/list\?/)
  // A priority that is as at first has its place under the pointer.
  await card(1).hover()
  await card(1).getByTitle('Change the priority').click()
  await expect(card(1)).toHaveAttribute('data-in-work')
  await factParts(page, 'priority').option('medium').click()
  await expect(card(1)).toContainText('Priority: medium')
  await expect(card(1)).not.toHaveAttribute('data-in-work')
  await expect(link(1)).toBeFocused()
  // The title, and the menu: the marks are no stops of their own.
  await press(page, 'Tab')
  await expect(card(1).getByRole('button', { name: /^Actions/ })).toBeFocused()
  await press(page, 'Tab')
  await expect(card(2).getByRole('checkbox')).toBeFocused()
  await press(page, 'Tab')
  await expect(link(2)).toBeFocused()
})

test('a row of a bug that the reader may not change is as before', async ({ page, product, signIn, openList }) => {
  const word = newWord()
  const { userId } = await signIn(['customer'])
  const ben = await product.person(['customer'])
  await aBug(product, userId, { title: `${word} own` })
  await aBug(product, ben.userId, { title: `${word} other` })
  await page.addInitScript(() => localStorage.setItem('mothlight-list-form', 'compact'))
  const list = await openList(`keywords=${word}`)
  await expect(list.card(`${word} own`).locator('[data-fact]')).toHaveCount(1)
  await expect(list.card(`${word} other`).locator('[data-fact]')).toHaveCount(0)
  await list.card(`${word} other`).getByRole('link').focus()
  await press(page, 's')
  await expectToast(page, 'warning', 'You may not set the status of this bug')
})

test('20 bugs of a queue are classified, prioritised and assigned to three people in 120 keys', async ({
  page,
  product,
  signInWithBugs,
  openList,
}) => {
  test.slow()
  const word = newWord()
  // With letters that no other name here begins with: those of others are hexadecimal digits.
  const vera = await aPerson(product, { fullName: `Vera ${word}` })
  const zoe = await aPerson(product, { fullName: `Zoe ${word}` })
  const me = await signInWithBugs(['staff'], ...numbered(word, 20))
  await me.call(setPreferences, { body: { autoAdvance: true } })
  const list = await openList(`keywords=${word}&classification=unclassified&sortBy=createdOn&pageSize=20`)
  await expect(list.cards).toHaveCount(20)
  let keys = 0
  const key = async (name: string) => {
    keys++
    await page.keyboard.press(name)
  }

  const kinds = [
    { digit: '2', value: 'approved' },
    { digit: '3', value: 'unapproved' },
  ]
  const priorities = [
    { digit: '2', value: 'low' },
    { digit: '3', value: 'medium' },
    { digit: '4', value: 'high' },
    { digit: '5', value: 'urgent' },
  ]
  const people = [
    { name: undefined, userId: me.userId },
    { name: `Vera ${word}`, userId: vera },
    { name: `Zoe ${word}`, userId: zoe },
  ]
  /** By a digit whoever had one of the last bugs, by a letter anybody. */
  async function assign(name: string | undefined) {
    if (name === undefined) return key('i')
    await key('a')
    const { options, option } = factParts(page, 'assignee')
    // At its end: a name may hold one.
    await expect(options.first()).toHaveText(/1$/)
    const digit = /\d$/.exec((await option(name).allInnerTexts()).join(''))?.[0]
    for (const one of digit === undefined ? [name.charAt(0).toLowerCase(), 'Enter'] : [digit]) await key(one)
  }
  const meant = Array.from({ length: 20 }, (_, index) => ({
    kind: kinds[index % 2] ?? kinds[0],
    priority: priorities[index % 4] ?? priorities[0],
    person: people[index % 3] ?? people[0],
  }))
  await key('\\')
  await key('j')
  for (const [index, { kind, priority, person }] of meant.entries()) {
    // The one before has left the queue, and this one has opened.
    await expect(heading(page)).toHaveText(`${word} ${index + 1}`)
    await expect(heading(page)).toBeFocused()
    await pickersLoaded(page)
    for (const one of ['p', priority?.digit ?? '']) await key(one)
    await assign(person?.name)
    const card = list.card(`${word} ${index + 1}`)
    // Somebody who is called so may have to be looked for.
    await expect(card).not.toContainText('Assigned to: Unassigned')
    for (const one of ['c', kind?.digit ?? '']) await key(one)
    await expect(card).toContainText(`Classification: ${kind?.value}`)
    await expect(card).toContainText(`Priority: ${priority?.value}`)
  }
  const asMeant = meant.map(({ kind, priority, person }) => [kind?.value, priority?.value, person?.userId])
  await expect(async () => {
    const { rows } = await product.database.pool.query(
      `select classification, priority, assigned_to from bugs where title like $1 order by created_on desc`,
      [`${word} %`],
    )
    const facts = rows as { classification: string; priority: string; assigned_to: string }[]
    expect(facts.map((row) => [row.classification, row.priority, row.assigned_to])).toEqual(asMeant)
  }).toPass()
  expect(keys).toBeLessThanOrEqual(120)
})
