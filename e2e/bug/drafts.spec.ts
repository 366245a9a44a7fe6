import { logout } from '#shared/auth/contract.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { giveSession, type Person, type Product } from '#testing/browser-test.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { editForm, editMine } from '#e2e/parts/edit-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { whileEventsFail } from '#e2e/parts/stumbling-server.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'

const report = '/page/bugs/report'
const restored = (page: Page) => page.getByText('Draft restored')

/** The keys under which this browser keeps drafts. */
function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
}

/** Signs the browser in again as somebody whose session has ended. */
async function signInAgain(context: BrowserContext, product: Product, { userId }: Person): Promise<void> {
  const token = await product.inTx((tx) => insertSession(tx, userId, 'test'))
  await giveSession(context, product.origin, `mothlight_session=${token}`)
}

type Place = (page: Page, product: Product, person: Person) => Promise<{ again: (page: Page) => Promise<Locator> }>

/** Loads this address, unless a page has just loaded it. */
async function comeTo(page: Page, product: Product, address: string): Promise<void> {
  if (page.url() !== product.origin + address) await page.goto(address)
}

/** A field of a screen about a bug of one's own. */
function ofOwnBug(address: (id: string) => string, fieldOf: (page: Page) => Locator): Place {
  return async (_page, product, person) => {
    const id = await aBug(product, person.userId)
    return {
      again: async (page) => {
        await comeTo(page, product, address(id))
        return fieldOf(page)
      },
    }
  }
}

/** Every place in which somebody writes: how to get there, and its field. */
const places: ReadonlyArray<readonly [name: string, open: Place]> = [
  [
    'a report',
    async (_page, product) => ({
      again: async (page) => {
        await comeTo(page, product, report)
        return reportForm(page).description
      },
    }),
  ],
  ['a new comment', ofOwnBug(view, (page) => commentParts(page).newComment)],
  [
    'a change of a comment',
    async (page, product, person) => {
      const id = await aBug(product, person.userId)
      await aComment(person, id, 'As it was')
      await page.goto(view(id))
      await commentParts(page).menus.click()
      await commentParts(page).item('Edit').click()
      return {
        again: async (again) => {
          await comeTo(again, product, view(id))
          return commentParts(again).text
        },
      }
    },
  ],
  ['a change of a bug', ofOwnBug(editMine, (page) => editForm(page).steps)],
  [
    'a line of the chat',
    async (_page, product) => ({
      again: async (page) => {
        await comeTo(page, product, '/')
        const toggle = page.getByRole('button', { name: 'Live chat', exact: true })
        if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
        return page.getByRole('form', { name: 'New message' }).getByRole('textbox', { name: 'Message', exact: true })
      },
    }),
  ],
]

for (const [name, open] of places) {
  test(`${name} survives a reload, a killed tab and a logout, and belongs to its writer`, async ({
    page,
    context,
    product,
    signIn,
  }) => {
    const person = await signIn(['customer'])
    const { again } = await open(page, product, person)
    const field = await again(page)
    await field.fill('Half a thou')
    await expect(restored(page)).toHaveCount(0)
    await page.reload()
    await expect(await again(page)).toHaveValue('Half a thou')
    await expect(restored(page)).toBeVisible()
    await (await again(page)).fill('Half a thought')

    // Killed: nothing of the page runs any more.
    await page.close()
    const next = await context.newPage()
    await expect(await again(next)).toHaveValue('Half a thought')
    await expect(restored(next)).toBeVisible()

    await next.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }).click()
    await expectToast(next, 'success', 'Logout Successful!')
    const other = await product.person(['customer'])
    await giveSession(context, product.origin, other.cookie ?? '')
    await next.goto(report)
    await expect(next.getByText('Half a thought')).toHaveCount(0)
    await signInAgain(context, product, person)
    await next.goto(report)
    await expect(await again(next)).toHaveValue('Half a thought')

    // Discarded is discarded.
    await next.getByRole('button', { name: 'Discard', exact: true }).first().click()
    await next.reload()
    await expect(next.getByText('Half a thought')).toHaveCount(0)
    await expect(restored(next)).toHaveCount(0)
  })
}

test('a session that expires while something is written keeps it for the next login', async ({
  page,
  context,
  product,
  openOwnBug,
}) => {
  const { id, person } = await openOwnBug(['customer'])
  const { newComment } = commentParts(page)
  await newComment.fill('do not lose this')
  await person.call(logout, {})
  await expect(page).toHaveURL(product.origin + '/page/login')
  await page.close()
  await signInAgain(context, product, person)
  const next = await context.newPage()
  await next.goto(view(id))
  await expect(commentParts(next).newComment).toHaveValue('do not lose this')
})

test('two tabs report two bugs, and neither sees the other’s text', async ({ page, context, product, signIn }) => {
  await signIn(['customer'])
  const second = await context.newPage()
  const words = [newWord(), newWord()] as const
  const [one, two] = [reportForm(page), reportForm(second)]
  for (const tab of [page, second]) await tab.goto(report)
  await one.fill(words[0])
  await two.fill(words[1])
  for (const tab of [page, second]) await tab.reload()
  await expect(one.title).toHaveValue(words[0])
  await expect(two.title).toHaveValue(words[1])
  await one.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await page.reload()
  await expect(one.title).toHaveValue('')
  await expect(two.title).toHaveValue(words[1])
  await second.reload()
  await expect(two.title).toHaveValue(words[1])
  const { rows } = await product.database.pool.query('select 1 from bugs where title = any($1)', [words])
  expect(rows).toHaveLength(1)
})

test('a tab that another one opened has no draft of it, and both keep theirs', async ({ page, context, signIn }) => {
  await signIn(['customer'])
  await page.goto(report)
  await reportForm(page).title.fill('The original’s')
  // A window that is opened so begins with a copy of this tab’s own storage, as a duplicated tab does.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const copy = await opened
  await expect(reportForm(copy).title).toHaveValue('')
  await reportForm(copy).title.fill('The copy’s')
  for (const tab of [page, copy]) await tab.reload()
  await expect(reportForm(page).title).toHaveValue('The original’s')
  await expect(reportForm(copy).title).toHaveValue('The copy’s')
})

test('two tabs that write the same comment lose neither, also when one of them is killed', async ({
  page,
  context,
  signInWithBug,
}) => {
  const { id } = await signInWithBug(['customer'])
  const second = await context.newPage()
  for (const tab of [page, second]) await tab.goto(view(id))
  await commentParts(page).newComment.fill('from the first tab')
  await commentParts(second).newComment.fill('from the second tab')
  await page.close()
  await second.reload()
  await expect(commentParts(second).newComment).toHaveValue('from the second tab')
  await commentParts(second).submit.click()
  await expectToast(second, 'success', 'New Comment Added!')
  await expect(commentParts(second).newComment).toHaveValue('')
  await second.reload()
  await expect(commentParts(second).newComment).toHaveValue('from the first tab')
})

test('what was sent is no draft any more', async ({ page, signInWithBug }) => {
  // Not of just now: two reports must be some seconds apart.
  const { id } = await signInWithBug(['customer'], { createdOn: daysAgo(1) })
  const comments = commentParts(page)
  await page.goto(view(id))
  await comments.write('sent')
  await expectToast(page, 'success', 'New Comment Added!')
  await page.goto(editMine(id))
  await editForm(page).title.fill(newWord())
  await editForm(page).update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  await page.goto(report)
  await reportForm(page).fill(newWord())
  await reportForm(page).button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(await draftsIn(page)).toEqual([])
})

test('a comment that was sent just before its tab was killed is not offered again once it is there', async ({
  page,
  context,
  openOwnBug,
}) => {
  const { id } = await openOwnBug(['customer'])
  // The server gets it, and the page never learns.
  const stored = new Promise<void>((resolve) => {
    void page.route('**/comments/new', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await commentParts(page).write('sent and gone')
  await stored
  await page.close()

  const next = await context.newPage()
  await next.goto(view(id))
  await expect(commentParts(next).entry('sent and gone')).toHaveCount(1)
  await expect.poll(() => draftsIn(next)).toEqual([])
  await expect(commentParts(next).newComment).toHaveValue('')
  await expect(restored(next)).toHaveCount(0)
})

test('a comment that was never stored has its text back in the next tab, and is stored once', async ({
  page,
  context,
  product,
  openOwnBug,
}) => {
  const { id } = await openOwnBug(['customer'])
  const sent = commentParts(page)
  await page.route('**/comments/new', () => undefined)
  await sent.write('not there yet')
  await expect(sent.entry('not there yet')).toContainText('Sending')
  await expect(sent.newComment).toHaveValue('')

  const next = await context.newPage()
  const comments = commentParts(next)
  // What is held back goes on when its tab is closed.
  await whileEventsFail(product, 'comment-added', async () => {
    await page.close()
    await next.goto(view(id))
    await expect(comments.newComment).toHaveValue('not there yet')
  })
  await expect(restored(next)).toBeVisible()
  await expect(comments.entries).toHaveCount(0)
  await comments.submit.click()
  await expectToast(next, 'success', 'New Comment Added!')
  await next.reload()
  await expect(comments.entries).toHaveCount(1)
  await expect(comments.newComment).toHaveValue('')
  expect(await draftsIn(next)).toEqual([])
})

test('a report whose answer was lost in a killed tab is confirmed, not doubled, by the next one', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await signIn(['customer'])
  const title = newWord()
  await page.goto(report)
  await reportForm(page).fill(title)
  const stored = new Promise<void>((resolve) => {
    void page.route(`**${reportBug.path}`, async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await reportForm(page).button.click()
  await stored
  await page.close()
  const next = await context.newPage()
  await next.goto(report)
  await expect(reportForm(next).title).toHaveValue(title)
  await reportForm(next).button.click()
  await expectToast(next, 'success', 'New Bug has been Reported!')
  await next.reload()
  await expect(reportForm(next).title).toHaveValue('')
  const { rows } = await product.database.pool.query('select 1 from bugs where title = $1', [title])
  expect(rows).toHaveLength(1)
})
