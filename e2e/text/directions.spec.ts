import { addComment } from '#shared/comments/contract.ts'
import { chatParts } from '#e2e/chat/chat-parts.ts'
import { commentParts, comments } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { boxOf, settled } from '#e2e/parts/settled.ts'
import type { Locator } from '@playwright/test'

const hebrew = 'המנורה מהבהבת בערב'

const expectDirection = (place: Locator, direction: 'rtl' | 'ltr') =>
  expect.poll(() => place.evaluate((element) => getComputedStyle(element).direction)).toBe(direction)

test('what people write runs in its own direction, wherever it stands', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'], { fullName: hebrew })
  const word = newWord()
  const id = await aBug(product, person.userId, {
    title: `${hebrew} ${word}`,
    description: hebrew,
    stepsToReproduce: `1. ${hebrew}\n2. Look at **the lamp**`,
  })
  for (const message of [hebrew, 'A lamp flickers'])
    await person.call(addComment, { params: { bugId: id }, body: { message } })

  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expectDirection(bugList(page).cards.first().getByRole('heading'), 'rtl')
  await page.goto(view(id))
  await expectDirection(page.getByRole('heading', { level: 1 }), 'rtl')
  await expectDirection(page.getByRole('region', { name: 'Description' }).getByText(hebrew), 'rtl')
  await expectDirection(comments(page).nth(0).getByText(hebrew).last(), 'rtl')
  await expectDirection(comments(page).nth(1).getByText('A lamp flickers'), 'ltr')
  // Each line of the steps runs its own way.
  const steps = page.getByRole('region', { name: 'Steps to Reproduce' }).getByRole('listitem')
  await expect(steps).toHaveCount(2)
  for (const step of await steps.all()) {
    expect(await step.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext')
  }
  const { newComment } = commentParts(page)
  await newComment.fill(hebrew)
  await expectDirection(newComment, 'rtl')
  await newComment.fill('English')
  await expectDirection(newComment, 'ltr')

  const chat = chatParts(page)
  await chat.open()
  await expectDirection(chat.input, 'ltr')
  await chat.say(hebrew)
  await expectDirection(chat.bubble(hebrew), 'rtl')

  await page.goto('/page/bugs/report')
  await page.getByLabel('Title', { exact: true }).fill(hebrew)
  await expectDirection(page.getByLabel('Title', { exact: true }), 'rtl')
})

test('a word that is longer than a cell is broken in it, and an empty text has no heading', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'])
  const long = 'x'.repeat(400)
  const id = await aBug(product, person.userId, {
    description: `| a | b |\n|---|---|\n| ${long} | neighbour |`,
    stepsToReproduce: '',
  })
  await page.goto(view(id))
  const [cell, neighbour] = [page.getByRole('cell').nth(0), page.getByRole('cell').nth(1)]
  await expect(neighbour).toHaveText('neighbour')
  await settled(page)
  // What is written ends where its cell does.
  const [written, box] = await cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [range.getBoundingClientRect().right, element.getBoundingClientRect().right]
  })
  expect(written).toBeLessThanOrEqual(box)
  expect(box).toBeLessThanOrEqual((await boxOf(neighbour)).x)
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Steps to Reproduce' })).toHaveCount(0)
})
