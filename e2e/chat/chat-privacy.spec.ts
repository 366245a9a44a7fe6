import { expect, test } from '#testing/browser-test.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import type { Page } from '@playwright/test'
import { anotherBrowser, chatParts, inboxParts } from './chat-parts.ts'

/** Everything that a page receives from now on, on its sockets and in the answers to its requests, as text. */
function traffic(page: Page): { readonly text: () => Promise<string>; readonly frames: readonly string[] } {
  const frames: string[] = []
  const bodies: Promise<string>[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))))
  page.on('response', (response) => {
    const isText = /json|text\/plain/.test(response.headers()['content-type'] ?? '')
    if (isText) bodies.push(response.text().catch(() => ''))
  })
  return { text: async () => [...frames, ...(await Promise.all(bodies))].join('\n'), frames }
}

test('two visitors and an administrator: no visitor’s browser ever receives a word of the other’s', async ({
  page,
  browser,
  product,
}) => {
  const [annPage, benPage] = [await anotherBrowser(browser, product), await anotherBrowser(browser, product)]
  const adminPage = page
  const admin = await product.person(['admin'], { fullName: 'Ada Answering' })
  const [name = '', value = ''] = (admin.cookie ?? '').split('=')
  await page.context().addCookies([{ name, value, url: product.origin }])
  const [annHears, benHears] = [traffic(annPage), traffic(benPage)]
  const [annSays, benSays, toAnn, toBen] = [newWord(), newWord(), newWord(), newWord()]

  const [ann, ben, inbox] = [chatParts(annPage), chatParts(benPage), inboxParts(adminPage)]
  for (const visitor of [annPage, benPage]) await visitor.goto('/')
  await ann.open()
  await ann.say(`Ann says ${annSays}`)
  await ben.open()
  await ben.say(`Ben says ${benSays}`)

  await adminPage.goto('/page/chat?view=all')
  await inbox.open(annSays)
  await annPage.keyboard.type('still writing')
  await inbox.answer(`For Ann ${toAnn}`)
  await expect(ann.bubble(`For Ann ${toAnn}`)).toBeVisible()
  await adminPage.goto('/page/chat?view=all')
  await inbox.open(benSays)
  await inbox.answer(`For Ben ${toBen}`)
  await expect(ben.bubble(`For Ben ${toBen}`)).toBeVisible()
  await inbox.action('Close').click()
  for (const visitor of [annPage, benPage]) await visitor.reload()
  await ann.open()
  await expect(ann.bubble(`For Ann ${toAnn}`)).toBeVisible()
  await ben.open()
  await expect(ben.bubble(`For Ben ${toBen}`)).toBeVisible()

  const [heardByAnn, heardByBen] = [await annHears.text(), await benHears.text()]
  // The capture works: what is one's own is in it.
  for (const word of [annSays, toAnn]) expect(heardByAnn).toContain(word)
  for (const word of [benSays, toBen]) expect(heardByBen).toContain(word)
  expect(annHears.frames.length).toBeGreaterThan(3)
  for (const word of [benSays, toBen]) expect(heardByAnn).not.toContain(word)
  for (const word of [annSays, toAnn]) expect(heardByBen).not.toContain(word)
  // Nor whose conversations there are: each has heard of one id alone.
  const conversations = (text: string) => new Set(text.match(/"conversationId":"[0-9a-f]{24}"/g))
  expect(conversations(heardByAnn).size).toBe(1)
  expect(conversations(heardByBen).size).toBe(1)
  for (const visitor of [annPage, benPage]) await visitor.context().close()
})
