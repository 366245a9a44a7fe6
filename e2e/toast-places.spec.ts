import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { commentParts } from './comment-parts.ts'
import { aComment } from './sample-comment.ts'
import { reported } from './timeline-parts.ts'
import { expectToast } from './toasts.ts'

/** What of the field that has the focus and of the buttons that send something lies below a toast. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const field = document.activeElement?.closest('input, textarea, select')
    const elements = [...document.querySelectorAll('button[type="submit"]'), ...(field ? [field] : [])]
    return elements
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return toasts.some(
          (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        )
      })
      .map((element) => element.tagName)
  })
}

for (const [width, height] of [
  [1280, 720],
  [900, 720],
  [390, 844],
] as const) {
  test(`at ${width} × ${height} a toast covers neither the field that one writes in nor its button`, async ({
    page,
    signIn,
  }) => {
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
