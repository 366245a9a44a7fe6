import { hasPermission } from '#shared/auth/contract.ts'
import { editUser } from '#shared/users/contract.ts'
import { giveSession, type Person, type Product } from '#testing/browser-test.ts'
import { editAny, editForm, editMine } from '#e2e/parts/edit-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { goWithin, heading, view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall, refusal } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** The texts of a bug as the database has them. */
async function storedTexts(product: Product, id: string): Promise<unknown> {
  const { rows } = await product.database.pool.query(
    'select title, description, steps_to_reproduce as steps from bugs where id = $1',
    [id],
  )
  return rows[0]
}

/** The writing calls that the page makes from now on, as 'METHOD /path'. Asking for a permission changes nothing. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The chat's socket has its own tests, and so has what views tell the team, who may look at a bug before that.
    if (request.method() === 'GET' || !pathname.startsWith('/api/') || pathname.endsWith('/seen')) return
    if (pathname !== hasPermission.path) writes.push(`${request.method()} ${pathname}`)
  })
  return writes
}

/** Opens a bug's edit form within the page that is open. */
async function openWithin(page: Page, id: string, address = editMine): Promise<void> {
  await goWithin(page, address(id))
  await expect(editForm(page).id).toHaveValue(id)
}

/** Edits a bug that has just been made, from the texts that are there to those that are stored. */
function editAndSee(
  page: Page,
  product: Product,
  { way, creator, path, call }: { way: string; creator: Person; path: typeof editMine; call: (id: string) => string },
): Promise<void> {
  return test.step(`editing a bug ${way}: the texts are there, the new ones are saved and shown`, async () => {
    const [title, edited] = [newWord(), newWord()]
    const id = await aBug(product, creator.userId, { title, description: 'Two\n\nlines', stepsToReproduce: '1. Wait' })
    await page.goto(path(id))
    const form = editForm(page)
    await expect(form.id).toHaveValue(id)
    await expect(form.id).toHaveAttribute('readonly')
    await expect(form.title).toHaveValue(title)
    await expect(form.description).toHaveValue('Two\n\nlines')
    await expect(form.steps).toHaveValue('1. Wait')
    await expectNoToast(page)

    const writes = watchWrites(page)
    await form.title.fill(edited)
    await form.description.fill('  kept as typed \n')
    await form.steps.fill('1. Wait\n2. See')
    await form.update.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    await expect(page).toHaveURL(product.origin + view(id))
    await expect(heading(page)).toHaveText(edited)
    expect(writes).toEqual([call(id)])
    expect(await storedTexts(product, id)).toEqual({
      title: edited,
      description: '  kept as typed \n',
      steps: '1. Wait\n2. See',
    })
    await dismissToasts(page)
  })
}

test('a customer edits bugs of their own', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const form = editForm(page)

  await editAndSee(page, product, {
    way: 'as its creator',
    creator: person,
    path: editMine,
    call: (id) => `PUT /api/bug/${id}/my`,
  })

  await test.step('empty and over-long texts are said beside their fields, and nothing is sent', async () => {
    await openWithin(page, await aBug(product, person.userId))
    const empty = page.getByRole('main').getByText('Fields Must Not Be Empty', { exact: true })
    const writes = watchWrites(page)
    for (const field of [form.title, form.description, form.steps]) {
      const before = await field.inputValue()
      await field.fill(' ')
      await form.update.click()
      await expect(empty).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(/ must not be empty\./)
      await field.fill(before)
      await expect(empty).toHaveCount(0)
      await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(0)
    }

    await form.title.fill('x'.repeat(256))
    await expect(page.getByText('1 too many characters')).toBeVisible()
    await form.update.click()
    await expect(form.title).toHaveAccessibleDescription(/Title must be at most 255 characters\./)
    await expect(empty).toHaveCount(0)
    await form.title.fill('x'.repeat(255))
    await expect(page.getByText('0 characters left')).toBeVisible()
    expect(writes).toEqual([])
    await expectNoToast(page)
  })

  await test.step('Ctrl+Enter updates from any field, and everything can be reached without a mouse', async () => {
    const [title, edited] = [newWord(), newWord()]
    const id = await aBug(product, person.userId, { title })
    await openWithin(page, id)
    await expect(form.title).toHaveValue(title)
    const write = page.getByRole('tab', { name: 'Write' })
    const [describe, listSteps] = [write.nth(0), write.nth(1)]
    for (const stop of [
      form.id,
      form.title,
      describe,
      form.description,
      listSteps,
      form.steps,
      form.update,
      form.cancel,
    ]) {
      await tabTo(page, stop)
    }
    await form.description.focus()
    await page.keyboard.insertText(edited)
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'success', 'Updated Bug Successfully')
    await expect(page).toHaveURL(product.origin + view(id))
    await expect(heading(page)).toHaveText(title)
    await expect(heading(page)).toBeFocused()
  })

  await test.step('changes are kept when their form is left, and thrown away only when asked to', async () => {
    const id = await aBug(product, person.userId, { title: 'Before' })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await goWithin(page, view(id))
    await expect(heading(page)).toHaveText('Before')
    const open = () => page.getByRole('main').getByRole('link', { name: 'Edit Your Bug', exact: true }).click()
    await open()
    await form.title.fill('After')
    await expect(form.restored).toHaveCount(0)

    // Leaving in any way but by Cancel asks nothing.
    await page.goBack()
    await expect(page).toHaveURL(product.origin + view(id))
    await open()
    await expect(form.title).toHaveValue('After')
    await expect(form.restored).toBeVisible()
    await form.title.press('End')
    await page.keyboard.insertText('…')
    await expect(form.restored).toHaveCount(0)
    await page.reload()
    await expect(form.title).toHaveValue('After…')
    await expect(form.restored).toBeVisible()

    await form.cancel.click()
    await expect(form.question).toBeVisible()
    await expect(form.question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form.question).toHaveCount(0)
    await expect(form.cancel).toBeFocused()
    await expect(form.title).toHaveValue('After…')
    await form.cancel.click()
    await form.question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(product.origin + view(id))
    await open()
    await expect(form.title).toHaveValue('Before')
    await expect(form.restored).toHaveCount(0)

    await form.title.fill('After')
    await page.reload()
    await form.discard.click()
    await expect(form.title).toHaveValue('Before')
    await expect(form.title).toBeFocused()
    await page.reload()
    await expect(form.title).toHaveValue('Before')

    // Put back, there is nothing to ask about.
    await form.title.fill('After')
    await form.title.fill('Before')
    await form.cancel.click()
    await expect(page).toHaveURL(product.origin + view(id))
    await expect(form.question).toHaveCount(0)
    expect(asked).toEqual([])
    expect(await storedTexts(product, id)).toMatchObject({ title: 'Before' })
  })
})

test('an edited text shows in another browser after a reload', async ({
  page,
  product,
  signInWithBug,
  openBrowser,
}) => {
  const reader = await product.person(['customer'])
  const [title, edited] = [newWord(), newWord()]
  const { id } = await signInWithBug(['customer'], { title })
  const other = await openBrowser(reader.cookie)
  await other.goto(view(id))
  await expect(heading(other)).toHaveText(title)

  await page.goto(editMine(id))
  await editForm(page).title.fill(edited)
  await editForm(page).steps.fill('Look at it from the garden.')
  await editForm(page).update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')

  await other.reload()
  await expect(heading(other)).toHaveText(edited)
  await expect(other.getByText('Look at it from the garden.')).toBeVisible()
  await other.goto(`/page/bugs/list?keywords=${edited}`)
  await expect(other.getByRole('link', { name: edited, exact: true })).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)
})

test('staff edit any bug', async ({ page, context, product, signIn }) => {
  const person = await signIn(['staff'])
  const form = editForm(page)

  await editAndSee(page, product, {
    way: 'with the permission for any',
    creator: await product.person(['customer'], { fullName: 'Ines Ferreira' }),
    path: editAny,
    call: (id) => `PUT /api/bug/${id}`,
  })

  await test.step('the buttons of a bug lead to their forms', async () => {
    const title = newWord()
    const id = await aBug(product, person.userId, { title })
    await goWithin(page, view(id))
    await expect(heading(page)).toHaveText(title)
    await page.getByRole('main').getByRole('link', { name: 'Edit Your Bug', exact: true }).click()
    await expect(page).toHaveURL(product.origin + editMine(id))
    await form.cancel.click()
    await expect(page).toHaveURL(product.origin + view(id))
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page).toHaveURL(product.origin + editAny(id))
    await expect(form.update).toBeVisible()
  })

  await test.step('an id that names no bug says so, without an exclamation mark', async () => {
    for (const path of [editAny('nonsense'), editAny('f'.repeat(24)), editMine('nonsense'), editMine('f'.repeat(24))]) {
      await goWithin(page, '/')
      await expect(page.getByText('Invalid Bug Id', { exact: true })).toHaveCount(0)
      await goWithin(page, path)
      await expect(page.getByText('Invalid Bug Id', { exact: true }), path).toBeVisible()
      await expect(page.getByText('Invalid Bug Id!')).toHaveCount(0)
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await expect(form.update).toHaveCount(0)
      await expectNoToast(page)
    }
  })

  await test.step('logging out while editing asks nothing, and shows the next person nothing of it', async () => {
    const id = await aBug(product, person.userId, { title: 'Before' })
    await openWithin(page, id, editAny)
    await form.title.fill('Half a thought')
    await page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }).click()
    await expectToast(page, 'success', 'Logout Successful!')
    await expect(page).toHaveURL(product.origin + '/')

    const next = await product.person(['staff'])
    await giveSession(context, product.origin, next.cookie ?? '')
    await page.goto(editAny(id))
    await expect(form.title).toHaveValue('Before')
  })
})

test('who may edit a bug gets its form, and nobody else', async ({ page, product, signIn }) => {
  const writes = watchWrites(page)
  const form = editForm(page)
  const somebodyElse = await product.person(['customer'])
  for (const [role, cases] of [
    [
      'customer',
      [
        ['a customer their own bug', true, editMine, true],
        ['a customer somebody else’s bug', false, editMine, false],
        ['a customer their own bug, as any bug', true, editAny, false],
        ['a customer somebody else’s bug, as any bug', false, editAny, false],
      ],
    ],
    ['support', [['support somebody else’s bug, as any bug', false, editAny, false]]],
    [
      'staff',
      [
        ['staff somebody else’s bug, as their own', false, editMine, false],
        ['staff somebody else’s bug', false, editAny, true],
        ['staff their own bug', true, editMine, true],
        ['staff their own bug, as any bug', true, editAny, true],
      ],
    ],
    ['admin', [['an administrator somebody else’s bug', false, editAny, true]]],
  ] as const) {
    const viewer = await signIn([role])
    await page.goto('/')
    for (const [who, isCreator, path, mayEdit] of cases) {
      await test.step(who, async () => {
        const title = newWord()
        const id = await aBug(product, (isCreator ? viewer : somebodyElse).userId, { title })
        await dismissToasts(page)
        await goWithin(page, path(id))
        if (mayEdit) {
          await expect(form.title).toHaveValue(title)
          await expect(form.update).toBeVisible()
          await expectNoToast(page)
        } else {
          // The page that it was opened from has this address as well: first it is said.
          await expectToast(page, 'warning', 'Invalid Permission Level!')
          await expect(page).toHaveURL(product.origin + '/')
          await expect(form.update).toHaveCount(0)
        }
        expect(writes).toEqual([])
      })
    }
  }
})

const ownAndAny = [
  ['the own bug’s', editMine, 'customer'],
  ['any bug’s', editAny, 'staff'],
] as const

test('the check of the permission is refused', async ({ page, product, signInWithBug }) => {
  await page.route(`**${hasPermission.path}`, (route) => route.fulfill(refusal))
  for (const [name, path, role] of ownAndAny) {
    await test.step(`${name} edit form sends home when the check of the permission is refused`, async () => {
      const { id } = await signInWithBug([role])
      await page.goto(path(id))
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'error', 'Error Checking Permissions for Edit Bugs!')
    })
  }
})

test('the permission can’t be checked', async ({ page, product, quietConsole, signInWithBug }) => {
  quietConsole.forgive(failedCall)
  await page.route(`**${hasPermission.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  for (const [name, path, role] of ownAndAny) {
    await test.step(`${name} edit form opens by what is known when the permission can’t be checked`, async () => {
      const { id } = await signInWithBug([role], { title: 'The lamp goes out' })
      await page.goto(path(id))
      await expect(editForm(page).title).toHaveValue('The lamp goes out')
      await expect(page).toHaveURL(product.origin + path(id))
      await expectNoToast(page)
    })
  }
})

test('a server that fails loses no text', async ({ page, product, signIn, whileBugsAreAway, whileEventsFail }) => {
  const person = await signIn(['customer'])
  const form = editForm(page)

  await test.step('a bug that can’t be read for its permission says so, and can be tried again', async () => {
    const title = newWord()
    const id = await aBug(product, person.userId, { title })
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await whileBugsAreAway(async () => {
      await page.goto(editMine(id))
      await expect(again).toBeVisible()
      await expectToast(page, 'error', 'Error Checking Permissions for Edit Bugs!')
    })
    await expect(page.getByText('Invalid Bug Id')).toHaveCount(0)
    await expect(form.update).toHaveCount(0)
    await again.click()
    await expect(form.title).toHaveValue(title)
  })

  await test.step('an update that fails keeps the texts, and works the next time', async () => {
    const [title, edited] = [newWord(), newWord()]
    const id = await aBug(product, person.userId, { title })
    await dismissToasts(page)
    await openWithin(page, id)
    await form.title.fill(edited)
    await whileEventsFail('bug-edited', async () => {
      await form.update.click()
      await expectToast(page, 'error', 'Updated Bug Failed')
    })
    await expect(form.title).toHaveValue(edited)
    await expect(page).toHaveURL(product.origin + editMine(id))
    expect(await storedTexts(product, id)).toMatchObject({ title })

    await dismissToasts(page)
    await form.update.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await storedTexts(product, id)).toMatchObject({ title: edited })
  })
})

test('a right that is taken away while editing fails the update and keeps the texts until it is given back', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['staff'])
  const admin = await product.person(['admin'])
  const id = await aBug(product, admin.userId, { title: 'Before' })
  await page.goto(editAny(id))
  const form = editForm(page)
  await form.title.fill('After')
  const names = { givenName: 'Per', familyName: 'Son', fullName: 'Per Son' }
  const giveRole = async (role: string) => {
    const { status } = await admin.call(editUser, { params: { userId }, body: { ...names, role: [role] } })
    expect(status).toBe(200)
  }
  await giveRole('customer')
  await form.update.click()
  await expectToast(page, 'error', 'Updated Bug Failed')
  await expect(toastDetail(page)).toHaveText(/Your account may not do this\..* Your text is kept\./)
  await expect(heading(page)).toHaveText('Before')
  expect(await storedTexts(product, id)).toMatchObject({ title: 'Before' })
  await giveRole('staff')
  await page.goto(editAny(id))
  await expect(form.title).toHaveValue('After')
  await expect(form.restored).toBeVisible()
})

test('a session that ends while editing loses nothing, and the way to the login is free', async ({
  page,
  context,
  product,
  openOwnEdit,
}) => {
  const [title, edited] = [newWord(), newWord()]
  const { id, person, form } = await openOwnEdit({ title })
  await form.title.fill(edited)
  // Live pages read the bug again: the refusal would lead to the login before the button is pressed.
  const reads = `**/api/bug/${id}?*`
  await page.route(reads, (route) => (route.request().method() === 'GET' ? undefined : route.continue()))
  await context.clearCookies()
  await form.update.click()
  // The screen’s guard may notice by then as well, and say so.
  await expect(toasts(page).filter({ hasText: 'Updated Bug Failed' })).toBeVisible()
  const why = 'You are no longer logged in. Log in again to go on. Your text is kept.'
  await expect(toastDetail(page).filter({ hasText: why })).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expect(form.question).toHaveCount(0)
  await page.unroute(reads)
  await giveSession(context, product.origin, person.cookie ?? '')
  await page.goto(editMine(id))
  await expect(form.title).toHaveValue(edited)
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await storedTexts(product, id)).toMatchObject({ title: edited })
})

test('where the browser keeps nothing, leaving a changed form asks', async ({ page, signInWithBug }) => {
  const { id } = await signInWithBug(['customer'], { title: 'Before' })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.goto(editMine(id))
  const form = editForm(page)
  await form.title.press('End')
  await page.keyboard.insertText('…')
  const question = page.getByRole('alertdialog', { name: 'Leave without updating?' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.title).toHaveValue('Before…')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(form.title).toHaveValue('Before')
})
