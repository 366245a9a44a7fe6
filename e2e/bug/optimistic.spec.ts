import { classifyBug, editBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import type { Person, Product } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { editForm, editMine } from '#e2e/parts/edit-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { goWithin, heading, view, viewWithin } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import type { HeldCalls } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const badge = (page: Page, state: 'Open' | 'Closed') =>
  page.getByRole('main').locator('.badge').getByText(state, { exact: true }).first()
const unreachable = 'The server could not be reached. Check the connection and try again.'
const stumbled = 'The server could not answer. Try again in a moment.'

interface SentEdit {
  readonly id: string
  readonly form: ReturnType<typeof editForm>
  readonly call: HeldCalls
}

/** Sends the edit of somebody's own new bug, which was called Before, while its call is held back. */
async function sendEditOf(
  page: Page,
  product: Product,
  person: Person,
  title: string,
  holdCalls: (address: string) => Promise<HeldCalls>,
): Promise<SentEdit> {
  const id = await aBug(product, person.userId, { title: 'Before', description: 'D', stepsToReproduce: 'S' })
  const form = editForm(page)
  await goWithin(page, editMine(id))
  await expect(form.id).toHaveValue(id)
  await form.title.fill(title)
  const call = await holdCalls(`**/api/bug/${id}/my*`)
  await form.update.click()
  return { id, form, call }
}

/** Goes to the list without loading the page anew. */
async function toList(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).click()
  await expect(page).toHaveURL(/\/page\/bugs\/list/)
}

test('what staff do to a bug shows at once', async ({ page, product, signIn, holdCalls }) => {
  const staff = await signIn(['staff'])

  await test.step('closing shows at once on the page and in the list, while the server takes its time', async () => {
    const title = newWord()
    const id = await aBug(product, staff.userId, { title })
    await viewWithin(page, id, title)
    const call = await holdCalls(`**/api/bug/${id}/close*`)
    await page.getByRole('button', { name: 'Toggle Closed', exact: true }).click()
    await call.arrived
    await expect(badge(page, 'Closed')).toBeVisible()
    await expect(page.getByText('Saving…')).toBeVisible()
    await expectNoToast(page)
    await toList(page)
    await expect(bugList(page).card(title)).toContainText('Closed')
    await call.letGo()
    await expectToast(page, 'success', 'Bug Closed!')
    await expect(bugList(page).card(title)).toContainText('Closed')
  })

  await test.step('what others do meanwhile does not bring the old state back for a moment', async () => {
    const other = await product.person(['staff'])
    const title = newWord()
    const id = await aBug(product, staff.userId, { title })
    await dismissToasts(page)
    await viewWithin(page, id, title)
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    const call = await holdCalls(`**/api/bug/${id}/close*`)
    await page.getByRole('button', { name: 'Toggle Closed', exact: true }).click()
    await expect(badge(page, 'Closed')).toBeVisible()
    const states = await watchBadge(page)
    await other.call(classifyBug, { params: { bugId: id }, body: { classification: 'approved' } })
    await expect(page.getByRole('main').getByText('approved', { exact: true }).first()).toBeVisible()
    await call.letGo()
    await expectToast(page, 'success', 'Bug Closed!')
    expect(await states()).toEqual(['Closed'])
  })
})

test('what staff do is taken back when the server can’t be reached', async ({ page, product, signIn, holdCalls }) => {
  const staff = await signIn(['staff'])

  await test.step('closing that can’t reach the server is taken back, with the reason', async () => {
    const title = newWord()
    const id = await aBug(product, staff.userId, { title })
    await viewWithin(page, id, title)
    const call = await holdCalls(`**/api/bug/${id}/close*`)
    await page.getByRole('button', { name: 'Toggle Closed', exact: true }).click()
    await expect(badge(page, 'Closed')).toBeVisible()
    await call.cutOff()
    await expectToast(page, 'error', 'Bug Close/Open FAILED!')
    await expect(toastDetail(page)).toHaveText(unreachable)
    await expect(badge(page, 'Open')).toBeVisible()
    await expect(page.getByText('Saving…')).toHaveCount(0)
  })

  await test.step('an assignee shows at once, and is taken back when the server can’t be reached', async () => {
    const [title, word] = [newWord(), newWord()]
    await aPerson(product, { fullName: `${word} Ada` })
    const id = await aBug(product, staff.userId, { title })
    await goWithin(page, `/page/bugs/assignUser/${id}`)
    const main = page.getByRole('main')
    const card = main.getByRole('region', { name: 'Original bug' })
    const assign = main.getByRole('button', { name: 'Assign User', exact: true })
    await main.getByLabel('Name', { exact: true }).fill(word)
    await main.getByRole('button', { name: 'Search by Name', exact: true }).click()
    await expect(main.getByRole('radio', { name: `${word} Ada` })).toBeChecked()
    await dismissToasts(page)

    const call = await holdCalls(`**/api/bug/${id}/assign*`)
    await assign.click()
    await expect(card).toContainText(`${word} Ada`)
    await call.cutOff()
    await expectToast(page, 'error', 'Error Assigning User!')
    await expect(card).toContainText('Unassigned')
    await expect(main.locator('.assign-selected')).toContainText(`${word} Ada`)
    await expect(main.getByRole('alert')).toContainText(unreachable)

    await dismissToasts(page)
    const again = await holdCalls(`**/api/bug/${id}/assign*`)
    await assign.click()
    await toList(page)
    await expect(bugList(page).card(title)).toContainText(`${word} Ada`)
    await again.letGo()
    await expectToast(page, 'success', 'Assigned User!')
  })
})

test('what a customer writes shows at once', async ({ page, product, signIn, holdCalls }) => {
  const person = await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  const form = editForm(page)

  await test.step('an edit shows at once on the page and in the list', async () => {
    const [title, edited] = [newWord(), newWord()]
    const id = await aBug(product, person.userId, { title })
    await goWithin(page, editMine(id))
    await form.title.fill(edited)
    const call = await holdCalls(`**/api/bug/${id}/my*`)
    await form.update.click()
    await expect(page).toHaveURL(product.origin + view(id))
    await expect(heading(page)).toHaveText(edited)
    await expect(page.getByText('Saving…')).toBeVisible()
    await expectNoToast(page)
    await toList(page)
    await expect(bugList(page).card(edited)).toBeVisible()
    await expect(page.getByText(title)).toHaveCount(0)
    await call.letGo()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    await expect(bugList(page).card(edited)).toBeVisible()
  })

  await test.step('an edit that clashes leads back to its form as well', async () => {
    const staff = await product.person(['staff'])
    await dismissToasts(page)
    const { id, call } = await sendEditOf(page, product, person, 'Mine', holdCalls)
    await expect(heading(page)).toHaveText('Mine')
    await staff.call(editBug, {
      params: { bugId: id },
      body: { title: 'Theirs', description: 'D', stepsToReproduce: 'S' },
    })
    await call.letGo()
    await expect(page.getByRole('group', { name: 'Changed by somebody else meanwhile' })).toBeVisible()
    await expect(form.title).toHaveValue('Mine')
    await expectNoToast(page)
  })

  await test.step('comments show at once and stay in their order, also when something else happens meanwhile', async () => {
    const other = await product.person(['customer'])
    const title = newWord()
    const id = await aBug(product, person.userId, { title })
    await viewWithin(page, id, title)
    const comments = commentParts(page)
    await expect(comments.newComment).toBeVisible()
    const call = await holdCalls('**/comments/new')
    for (const text of ['first', 'second']) {
      await comments.write(text)
      await expect(comments.entry(text)).toContainText('Sending…')
      await expect(comments.newComment).toHaveValue('')
    }
    await other.call(addComment, { params: { bugId: id }, body: { message: 'meanwhile' } })
    await expect(comments.entry('meanwhile')).toHaveCount(1)
    await expect(comments.entries).toHaveText([/meanwhile/, /first/, /second/])
    await call.letGo()
    await expect(comments.entries.filter({ hasText: 'Sending…' })).toHaveCount(0)
    await expect(comments.entries).toHaveText([/meanwhile/, /first/, /second/])
    await page.reload()
    await expect(comments.entries).toHaveText([/meanwhile/, /first/, /second/])
  })
})

/** Sees an edit that fails lead back to its form, from which it is sent again. */
async function expectBackInForm(page: Page, product: Product, { id, form }: SentEdit, reason: string): Promise<void> {
  await expectToast(page, 'error', 'Updated Bug Failed')
  await expect(page).toHaveURL(product.origin + editMine(id))
  await expect(form.title).toHaveValue('After')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('Your changes were not saved; they are kept here')
  await expect(notice).toContainText(reason)
  await dismissToasts(page)
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  await expect(heading(page)).toHaveText('After')
  await dismissToasts(page)
}

test('an edit that the server fails at leads back to its form, with the text and the reason', async ({
  page,
  product,
  signIn,
  whileEventsFail,
  holdCalls,
}) => {
  const sent = await sendEditOf(page, product, await signIn(['customer']), 'After', holdCalls)
  await expect(heading(page)).toHaveText('After')
  await whileEventsFail('bug-edited', async () => {
    await sent.call.letGo()
    await expect(sent.form.title).toBeVisible()
  })
  await expectBackInForm(page, product, sent, stumbled)
})

test('what a customer writes comes back when the server can’t be reached', async ({
  page,
  product,
  signIn,
  holdCalls,
}) => {
  const person = await signIn(['customer'])
  const comments = commentParts(page)

  await test.step('an edit that can’t reach the server leads back to its form, with the text and the reason', async () => {
    const sent = await sendEditOf(page, product, person, 'After', holdCalls)
    await expect(heading(page)).toHaveText('After')
    await sent.call.cutOff()
    await expectBackInForm(page, product, sent, unreachable)
  })

  await test.step('an edit that fails after its writer has gone on to something else is offered, and moves nobody', async () => {
    const { form, call } = await sendEditOf(page, product, person, 'After', holdCalls)
    const { newComment } = comments
    await newComment.fill('Something else')
    await call.cutOff()
    await expectToast(page, 'error', 'Updated Bug Failed')
    await expect(toastDetail(page)).toHaveText(`${unreachable} Your text is kept.`)
    await expect(heading(page)).toHaveText('Before')
    await expect(newComment).toBeFocused()
    await page.getByRole('button', { name: 'Back to your text' }).click()
    await expect(form.title).toHaveValue('After')
    await page.goBack()
    await expect(newComment).toHaveValue('Something else')
  })

  await test.step('a comment that can’t be sent goes back into the box, before what was typed since', async () => {
    const title = newWord()
    await dismissToasts(page)
    await viewWithin(page, await aBug(product, person.userId, { title }), title)
    const call = await holdCalls('**/comments/new')
    await comments.write('did not get through')
    await expect(comments.entry('did not get through')).toHaveCount(1)
    await comments.newComment.fill('typed since')
    await call.cutOff()
    await expectToast(page, 'error', 'New Comment Add FAILED!')
    await expect(toastDetail(page)).toHaveText(unreachable)
    await expect(comments.newComment).toHaveValue('did not get through\n\ntyped since')
    await expect(page.locator('#new-comment').getByRole('alert')).toContainText('The server could not be reached.')
    await expect(comments.entries).toHaveCount(0)
  })

  await test.step('a comment that fails after its page was left is in its box when its writer comes back', async () => {
    const title = newWord()
    await dismissToasts(page)
    await viewWithin(page, await aBug(product, person.userId, { title }), title)
    const call = await holdCalls('**/comments/new')
    await comments.write('did not get through')
    await expect(comments.entry('did not get through')).toContainText('Sending…')
    await toList(page)
    await page.goBack()
    await expect(comments.entry('did not get through')).toContainText('Sending…')
    await toList(page)
    await call.cutOff()
    await expectToast(page, 'error', 'New Comment Add FAILED!')
    await page.goBack()
    await expect(comments.newComment).toHaveValue('did not get through')
  })

  await test.step('a changed comment shows its new words at once, and is being changed again when that fails', async () => {
    const title = newWord()
    const id = await aBug(product, person.userId, { title })
    await aComment(person, id, 'As it was')
    await dismissToasts(page)
    await viewWithin(page, id, title)
    await comments.startEditing()
    await comments.text.fill('As it is')
    const call = await holdCalls(`**/api/bug/${id}/comments/*`)
    await comments.save.click()
    await expect(comments.editor).toHaveCount(0)
    await expect(comments.entry('As it is')).toContainText('Saving…')
    await call.cutOff()
    await expectToast(page, 'error', 'Comment Update FAILED!')
    await expect(comments.text).toHaveValue('As it is')
    await expect(comments.text).toBeFocused()
    await expect(comments.editor.getByRole('alert')).toContainText(unreachable)
    await dismissToasts(page)
    await comments.save.click()
    await expectToast(page, 'success', 'Comment Updated!')
    await expect(comments.entry('As it is')).toHaveCount(1)
  })
})

test('a classification shows at once, and is taken back when it is refused', async ({
  page,
  signInWithBug,
  whileEventsFail,
  holdCalls,
}) => {
  const title = newWord()
  const { id } = await signInWithBug(['staff'], { title })
  await page.goto(classify(id))
  const form = classifyForm(page)
  await form.classification.selectOption('approved')
  const call = await holdCalls(`**/api/bug/${id}/classify*`)
  await form.submit.click()
  await expect(form.card.getByText('approved', { exact: true })).toBeVisible()
  await whileEventsFail('bug-classified', async () => {
    await call.letGo()
    await expectToast(page, 'error', 'Updated Bug Failed')
  })
  await expect(form.card.getByText('unclassified', { exact: true })).toBeVisible()
  await expect(form.classification).toHaveValue('approved')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(stumbled)

  await dismissToasts(page)
  const again = await holdCalls(`**/api/bug/${id}/classify*`)
  await form.submit.click()
  await toList(page)
  await expect(bugList(page).card(title)).toContainText('approved')
  await expect(bugList(page).card(title)).not.toContainText('unclassified')
  await again.letGo()
  await expectToast(page, 'success', 'Updated Bug Successfully')
})

/** Notes what the badge beside the title says from now on. @returns what it has said so far */
async function watchBadge(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenOnBadge: seen })
    const note = () => {
      const text = document.querySelector('main .badge')?.textContent ?? ''
      if (seen.at(-1) !== text) seen.push(text)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { seenOnBadge: string[] }).seenOnBadge)
}
