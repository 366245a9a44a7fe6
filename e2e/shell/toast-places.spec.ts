import { expect, test } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'
import { reported } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** Which headings, fields, sending buttons and pagers lie below a toast; of a heading its words count. */
async function covered(page: Page): Promise<string[]> {
  await boxOf(page.locator('.toast'))
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const elements = document.querySelectorAll('h1, h2, input, textarea, select, button[type="submit"], .pager')
    return [...elements]
      .filter((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        const extent = element.tagName.startsWith('H') ? words : element
        const { left, right, top, bottom, width } = extent.getBoundingClientRect()
        const isBelow = (toast: DOMRect) =>
          left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
        return width > 1 && shown.some(isBelow)
      })
      .map((element) => `${element.tagName} ${element.textContent}`)
  })
}

test('a toast covers neither the field that one writes in nor its button', async ({ page, signIn }) => {
  for (const [width, height] of [
    [1280, 720],
    [900, 720],
    [390, 844],
  ] as const) {
    await test.step(`at ${width} × ${height} a toast covers neither the field that one writes in nor its button`, async () => {
      await page.setViewportSize({ width, height })
      const ann = await signIn(['staff'])
      const bugId = await reported(ann)
      for (const message of ['the first', 'the second', 'the third']) await aComment(ann, bugId, message)
      await page.goto(`/page/bugs/list/view/${bugId}`)
      const { newComment, submit } = commentParts(page)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await submit.click()
      await expectToast(page, 'warning', 'New Comment Input Must Not Be EMPTY!')
      expect(await covered(page)).toEqual([])

      // The field is moved to each edge of the window while the toast is there.
      await newComment.focus()
      for (const block of ['end', 'start'] as const) {
        await newComment.evaluate((box, block) => box.scrollIntoView({ block }), block)
        await expect.poll(() => covered(page)).toEqual([])
      }
      await expectToast(page, 'warning', 'New Comment Input Must Not Be EMPTY!')
    })
  }
})

test('toasts leave the pager, the fields and the headings of the list in sight', async ({
  page,
  context,
  product,
  signIn,
}) => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await test.step(`at ${width} × ${height} toasts leave the pager, the fields and the headings of the list in sight`, async () => {
      await page.setViewportSize({ width, height })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { userId } = await signIn(['staff'])
      const word = newWord()
      for (const title of ['one', 'two', 'three']) await aBug(product, userId, { title: `${word} ${title}` })
      await page.goto(`/page/bugs/list?view=untriaged&keywords=${word}&pageSize=2`)
      await expect(bugList(page).cards).toHaveCount(2)
      const say = async () => {
        await page.getByRole('button', { name: /^Actions for the view/ }).click()
        await page.getByRole('menuitem', { name: 'Copy link' }).click()
        await expect(toasts(page)).toHaveText(['Link copied.'])
      }
      for (const place of [0, 10_000]) {
        await page.evaluate((top) => scrollTo(0, top), place)
        await say()
        expect(await covered(page)).toEqual([])
        await dismissToasts(page)
      }
    })
  }
})

test('a toast leaves the bug that one works on in sight, and lies below what opens from it', async ({
  page,
  product,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { userId } = await signIn(['staff'])
  const word = newWord()
  for (const title of ['one', 'two', 'three']) await aBug(product, userId, { title: `${word} ${title}` })
  await page.goto(`/page/bugs/list?keywords=${word}&pageSize=5`)
  const { cards } = bugList(page)
  await expect(cards).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await page.keyboard.press('2')
  const toast = page.locator('.toast')
  await expect(toast).toHaveCount(1)
  const [row, box] = await boxesOf(cards.first(), toast)
  expect(box.y >= row.y + row.height || box.y + box.height <= row.y).toBe(true)

  await page.keyboard.press('a')
  const field = page.getByRole('combobox', { name: 'Change the assignee' })
  await expect(field).toBeFocused()
  const isOnTop = () =>
    field.evaluate((input) => {
      const { right, top, height } = input.getBoundingClientRect()
      return document.elementFromPoint(right - 8, top + height / 2) === input
    })
  await expect.poll(isOnTop).toBe(true)

  // Who presses its button goes on where they were.
  await page.keyboard.press('Escape')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(cards.first().getByRole('link').first()).toBeFocused()
})

test('on a wide screen a toast is at the top right under the header, on a phone at the bottom', async ({
  page,
  signIn,
}) => {
  await signIn(['customer'])
  await page.goto('/')
  const warn = async () => {
    await page.goto('/page/users/roles')
    await expect(toasts(page)).toHaveCount(1)
    return boxOf(page.locator('.toast'))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const wide = await warn()
  expect(wide.x + wide.width).toBeGreaterThan(1240)
  expect(wide.y).toBeGreaterThan(50)
  expect(wide.y).toBeLessThan(140)
  await page.setViewportSize({ width: 390, height: 844 })
  const narrow = await warn()
  expect(narrow.y).toBeGreaterThan(600)
  expect(narrow.y + narrow.height).toBeLessThan(844)
})
