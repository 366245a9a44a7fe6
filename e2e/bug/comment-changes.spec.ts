import { viewBug } from '#shared/bugs/contract.ts'
import { deleteComment, editComment } from '#shared/comments/contract.ts'
import type { Person, Product } from '#testing/browser-test.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { view, viewWithin } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** What the database has of a comment. */
async function stored(product: Product, id: string): Promise<{ message: string; edited: boolean; deleted: boolean }> {
  const { rows } = await product.database.pool.query(
    `select message, edited_on is not null as edited, deleted_on is not null as deleted from comments where id = $1`,
    [id],
  )
  return rows[0] as Awaited<ReturnType<typeof stored>>
}

/** The writing calls that the page makes from now on, as 'METHOD /path'. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The chat's socket has its own tests.
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) writes.push(`${request.method()} ${pathname}`)
  })
  return writes
}

/** Shows somebody a new bug of theirs with one comment, within the page that is open. */
async function openComment(page: Page, product: Product, person: Person, message: string) {
  const title = newWord()
  const id = await aBug(product, person.userId, { title })
  const commentId = await aComment(person, id, message)
  await dismissToasts(page)
  await viewWithin(page, id, title)
  return { id, commentId }
}

test('authors change their comments', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  const comments = commentParts(page)

  await test.step('the author changes the words of a comment, which is marked as edited', async () => {
    const { id, commentId } = await openComment(page, product, person, 'It flickers\nat dusk.')
    const entry = comments.entries.first()
    await expect(entry.locator('time')).toHaveCount(1)
    await expect(entry).not.toContainText('edited')

    await comments.menuOf(entry).click()
    await comments.item('Edit').click()
    await expect(comments.text).toBeFocused()
    await expect(comments.text).toHaveValue('It flickers\nat dusk.')
    await page.keyboard.type(' And at dawn.')
    await comments.save.click()
    await expectToast(page, 'success', 'Comment Updated!')
    await expect(entry.getByText('It flickers\nat dusk. And at dawn.', { exact: true })).toBeVisible()
    await expect(entry).toContainText('edited')
    await expect(entry.locator('time')).toHaveCount(2)
    await expect(comments.editor).toHaveCount(0)
    await expect(comments.menuOf(entry)).toBeFocused()

    expect(await stored(product, commentId)).toEqual({
      message: 'It flickers\nat dusk. And at dawn.',
      edited: true,
      deleted: false,
    })
    const edited = (await product.eventsOf(id)).find((event) => event.type === 'comment-edited')
    expect(edited?.payload).toMatchObject({ commentId, from: 'It flickers\nat dusk.' })
    await page.reload()
    await expect(entry).toContainText('And at dawn.')
  })

  await test.step('Ctrl+Enter saves; what was not changed is not sent', async () => {
    const { id, commentId } = await openComment(page, product, person, 'As it was')
    const writes = watchWrites(page)
    await comments.startEditing()
    await page.keyboard.press('Control+Enter')
    await expect(comments.editor).toHaveCount(0)
    await expectNoToast(page)
    expect(writes).toEqual([])

    await comments.startEditing()
    await comments.text.fill('As it is')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'success', 'Comment Updated!')
    await expect(comments.entry('As it is')).toHaveCount(1)
    expect(writes).toEqual([`PUT /api/bug/${id}/comments/${commentId}`])
  })

  await test.step('Escape and Cancel leave, and ask only when something would be lost', async () => {
    const { commentId } = await openComment(page, product, person, 'As it was')
    const writes = watchWrites(page)
    const open = async () => {
      await comments.startEditing()
      await expect(comments.text).toBeFocused()
    }
    await open()
    await page.keyboard.press('Escape')
    await expect(comments.dialog).toHaveCount(0)
    await expect(comments.editor).toHaveCount(0)
    await expect(comments.menus).toBeFocused()

    await open()
    await page.keyboard.type(', and more')
    await page.keyboard.press('Escape')
    await expect(comments.dialog).toContainText('Discard your changes?')
    await expect(comments.answer('Keep editing')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(comments.dialog).toHaveCount(0)
    await expect(comments.text).toBeFocused()
    await expect(comments.text).toHaveValue('As it was, and more')

    await comments.cancel.click()
    await comments.answer('Discard changes').click()
    await expect(comments.editor).toHaveCount(0)
    await expect(comments.entry('As it was')).toHaveCount(1)
    await expect(comments.entry('and more')).toHaveCount(0)
    await expect(comments.menus).toBeFocused()
    expect(writes).toEqual([])
    expect((await stored(product, commentId)).message).toBe('As it was')

    await open()
    await expect(comments.text).toHaveValue('As it was')
  })
})

test('what an author types is neither sent empty nor lost', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const comments = commentParts(page)

  await test.step('an emptied comment is refused, and not sent', async () => {
    await openComment(page, product, person, 'As it was')
    const writes = watchWrites(page)
    await comments.startEditing()
    for (const text of ['', ' \n ']) {
      await comments.text.fill(text)
      await comments.save.click()
      await expect(comments.editor.getByText('A comment must not be empty.')).toBeVisible()
      await expect(comments.text).toBeFocused()
      await expect(comments.text).toHaveAttribute('aria-invalid', 'true')
      await expect(comments.text).toHaveValue(text)
    }
    expect(writes).toEqual([])
  })

  await test.step('what an author is typing stays when somebody else deletes the comment meanwhile', async () => {
    const staff = await product.person(['staff'])
    const { id, commentId } = await openComment(page, product, person, 'As it was')
    await comments.startEditing()
    await comments.text.fill('do not lose this')
    await staff.call(deleteComment, { params: { bugId: id, commentId } })
    await comments.save.click()
    await expectToast(page, 'error', 'Comment Update FAILED!')
    await dismissToasts(page)
    // The page reads the bug again with the next comment, and learns that this one is gone.
    await comments.write('another')
    await expect(comments.entry('another')).toHaveCount(1)
    await expect(comments.text).toHaveValue('do not lose this')
    await comments.cancel.click()
    await comments.answer('Discard changes').click()
    await expect(comments.deleted).toHaveCount(1)
    await expect(page.getByText('As it was')).toHaveCount(0)
  })

  await test.step('a new comment has no menu while it is on its way, and its author’s once it is there', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/comments/new', async (route) => {
      await held
      await route.continue()
    })
    const title = newWord()
    await dismissToasts(page)
    await viewWithin(page, await aBug(product, person.userId, { title }), title)
    await comments.write('on its way')
    await expect(comments.entry('on its way')).toContainText('Sending')
    await expect(comments.menus).toHaveCount(0)
    letGo()
    await expectToast(page, 'success', 'New Comment Added!')
    await comments.menuOf(comments.entry('on its way')).click()
    await expect(comments.items).toHaveText(['Edit', 'Delete'])
    await page.keyboard.press('Escape')
  })

  await test.step('a comment that is being changed outlasts a reload, even an emptied one', async () => {
    await openComment(page, product, person, 'As it was')
    await comments.startEditing()
    for (const text of ['half a thou', '']) {
      await comments.text.fill(text)
      await page.reload()
      await expect(comments.text).toHaveValue(text)
      // Nobody asked for it just now: the focus is not taken.
      await expect(comments.text).not.toBeFocused()
    }
    await comments.cancel.click()
    await comments.answer('Discard changes').click()
    await page.reload()
    await expect(comments.entry('As it was')).toHaveCount(1)
    await expect(comments.editor).toHaveCount(0)
  })
})

test('a change that fails leaves the comment, and says why', async ({ page, product, signIn, whileEventsFail }) => {
  const person = await signIn(['customer'])
  const comments = commentParts(page)

  await test.step('an edit that fails keeps its text and says so; saving again works', async () => {
    const { commentId } = await openComment(page, product, person, 'As it was')
    await comments.startEditing()
    await comments.text.fill('do not lose this')
    await whileEventsFail('comment-edited', async () => {
      await comments.save.click()
      await expectToast(page, 'error', 'Comment Update FAILED!')
    })
    await expect(comments.editor.getByRole('alert')).toContainText('what you typed is kept')
    await expect(comments.text).toHaveValue('do not lose this')
    expect(await stored(product, commentId)).toEqual({ message: 'As it was', edited: false, deleted: false })

    await dismissToasts(page)
    await comments.save.click()
    await expectToast(page, 'success', 'Comment Updated!')
    await expect(comments.entry('do not lose this')).toHaveCount(1)
  })

  await test.step('a deletion that fails leaves the comment, and the question says why', async () => {
    const { commentId } = await openComment(page, product, person, 'still here')
    await comments.menus.click()
    await comments.item('Delete').click()
    await whileEventsFail('comment-deleted', async () => {
      await comments.answer('Delete').click()
      await expectToast(page, 'error', 'Comment Delete FAILED!')
    })
    await expect(comments.dialog.getByRole('alert')).toContainText('The comment was not deleted')
    expect((await stored(product, commentId)).deleted).toBe(false)
    await comments.answer('Cancel').click()
    await expect(comments.entry('still here')).toHaveCount(1)
  })
})

test('a deleted comment leaves its place and none of its words, for everybody', async ({
  page,
  product,
  signInWithBug,
  openBrowser,
}) => {
  const reader = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const { id, person: author } = await signInWithBug(['customer'], {}, { fullName: 'Rosa Lindqvist' })
  await aComment(reader, id, 'before')
  const commentId = await aComment(author, id, 'words to regret')
  await aComment(reader, id, 'after')
  const comments = commentParts(page)
  await page.goto(view(id))
  await comments.menuOf(comments.entry('words to regret')).click()
  await comments.item('Delete').click()
  await expect(comments.dialog).toContainText('Delete your comment?')
  await expect(comments.answer('Cancel')).toBeFocused()
  await comments.answer('Cancel').click()
  await expect(comments.dialog).toHaveCount(0)
  await expect(comments.menuOf(comments.entry('words to regret'))).toBeFocused()
  expect((await stored(product, commentId)).deleted).toBe(false)

  await comments.menuOf(comments.entry('words to regret')).click()
  await comments.item('Delete').click()
  await comments.answer('Delete').click()
  await expectToast(page, 'success', 'Comment Deleted!')
  await expect(comments.dialog).toHaveCount(0)
  await expect(comments.entries).toHaveText([/before/, /^Deleted comment by Rosa Lindqvist, /, /after/])
  await expect(page.getByText('words to regret')).toHaveCount(0)
  await expect(comments.menuOf(comments.deleted)).toHaveCount(0)
  await expect(comments.deleted).toBeFocused()

  const other = await openBrowser(reader.cookie)
  const answer = other.waitForResponse((response) => response.url().includes(`/api/bug/${id}/timeline`))
  await other.goto(view(id))
  expect(await (await answer).text()).not.toContain('words to regret')
  await expect(commentParts(other).entries).toHaveCount(3)
  await expect(commentParts(other).deleted).toHaveCount(1)
  await expect(commentParts(other).menuOf(commentParts(other).deleted)).toHaveCount(0)
})

test('who may change or delete a comment is offered that, and nobody else', async ({ page, product, signIn }) => {
  for (const [role, isAuthor, items] of [
    ['customer', true, ['Edit', 'Delete']],
    ['customer', false, []],
    ['support', false, []],
    ['staff', true, ['Edit', 'Delete']],
    ['staff', false, ['Delete']],
    ['admin', false, ['Delete']],
  ] as const) {
    const whose = isAuthor ? 'their own comment' : 'somebody else’s comment'
    await test.step(`${role} may ${items.join(' and ') || 'change nothing'}: ${whose}`, async () => {
      const reader = await signIn([role])
      const author = isAuthor ? reader : await product.person(['customer'])
      const id = await aBug(product, author.userId)
      const commentId = await aComment(author, id, 'whose is this?')
      const comments = commentParts(page)
      await page.goto(view(id))
      await expect(comments.entry('whose is this?')).toHaveCount(1)
      await expect(comments.menus).toHaveCount(items.length === 0 ? 0 : 1)
      if (items.length > 0) {
        await comments.menus.click()
        await expect(comments.items).toHaveText([...items])
      }
      // Whatever the page offers, the server decides the same.
      const params = { bugId: id, commentId }
      const edit = await reader.call(editComment, { params, body: { message: 'changed' } })
      expect(edit.status).toBe((items as readonly string[]).includes('Edit') ? 200 : 403)
      const remove = await reader.call(deleteComment, { params })
      expect(remove.status).toBe((items as readonly string[]).includes('Delete') ? 200 : 403)
    })
  }
})

test('without a mouse: change a comment, then delete it', async ({ page, openOwnComment }) => {
  const { id, person: author, comments } = await openOwnComment('As it was')
  await expect(comments.menus).toBeVisible()
  await tabTo(page, comments.menus)
  await page.keyboard.press('Enter')
  await expect(comments.item('Edit')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comments.text).toBeFocused()
  await page.keyboard.insertText(', and more')
  await page.keyboard.press('Tab')
  await expect(comments.save).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Comment Updated!')
  await expect(comments.menus).toBeFocused()
  await dismissToasts(page)
  await comments.menus.focus()
  await page.keyboard.press('ArrowDown')
  await expect(comments.item('Edit')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(comments.item('Delete')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comments.answer('Cancel')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Comment Deleted!')
  await expect(comments.deleted).toBeFocused()
  const { comments: left } = (await author.call(viewBug, { params: { bugId: id } })).body.result
  expect(left.map(({ isDeleted, message }) => ({ isDeleted, message }))).toEqual([{ isDeleted: true, message: '' }])
})
