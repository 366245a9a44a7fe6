import { expect, giveSession, type Product } from '#testing/browser-test.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import type { Browser, Locator, Page } from '@playwright/test'

/** The live chat of a page. */
export function chatParts(page: Page) {
  const toggle = page.getByRole('button', { name: 'Live chat', exact: true })
  const box = page.locator('.chat-box')
  const input = box.getByRole('textbox', { name: 'Message', exact: true })
  return {
    toggle,
    box,
    header: box.locator('h2').first(),
    close: box.getByRole('button', { name: 'Close the live chat' }),
    list: box.getByRole('log'),
    /** What each group of messages is headed by: who said them. */
    senders: box.getByRole('log').locator('.line-sender'),
    bubbles: box.getByRole('log').locator('.line-bubble'),
    bubble: (text: string) => box.getByRole('log').locator('.line-bubble').getByText(text, { exact: true }),
    input,
    send: box.getByRole('button', { name: 'Send', exact: true }),
    async open(): Promise<void> {
      await toggle.click()
      await expect(input).toBeFocused()
    },
    /** Says something and waits until the server has it. */
    async say(text: string): Promise<void> {
      await input.fill(text)
      await input.press('Enter')
      await expect(box.locator('.line', { hasText: text }).last()).toBeVisible()
      await expect(box.getByText('Sending…')).toHaveCount(0)
    },
  }
}

/** The inbox, and the conversation that is open in it. */
export function inboxParts(page: Page) {
  const main = page.getByRole('main')
  const conversation = main.getByRole('region', { name: 'Conversation', exact: true })
  const input = conversation.getByRole('textbox', { name: 'Message', exact: true })
  return {
    heading: main.getByRole('heading', { level: 1, name: 'Inbox' }),
    view: (name: string) => main.getByRole('group', { name: 'View' }).getByRole('button', { name }),
    rows: main.getByRole('list', { name: 'Conversations' }).getByRole('listitem'),
    row: (text: string) =>
      main.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: text }),
    keywords: main.getByRole('searchbox', { name: 'Search conversations' }),
    conversation,
    action: (name: string) => conversation.getByRole('button', { name, exact: true }),
    /** Opens the menu of the conversation and chooses from it. */
    async choose(name: string): Promise<void> {
      await conversation.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
    bubbles: conversation.getByRole('log').locator('.line-bubble'),
    bubble: (text: string) => conversation.getByRole('log').locator('.line-bubble').getByText(text, { exact: true }),
    input,
    async open(text: string): Promise<void> {
      await this.row(text).getByRole('link').click()
      await expect(input).toBeFocused()
    },
    async answer(text: string): Promise<void> {
      await input.fill(text)
      await input.press('Enter')
      await expect(this.bubble(text).last()).toBeVisible()
      await expect(conversation.getByText('Sending…')).toHaveCount(0)
    },
  }
}

/** Another browser than the test's own. */
export async function anotherBrowser(
  browser: Browser,
  product: Product,
  person?: { cookie: string | undefined },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.origin })
  if (person) await giveSession(context, product.origin, person.cookie ?? '')
  return context.newPage()
}

/** A member of staff in a browser of their own, in the inbox with all open conversations. */
export async function staffBrowser(browser: Browser, product: Product, fullName: string): Promise<Page> {
  const page = await anotherBrowser(browser, product, await product.person(['support'], { fullName }))
  await page.goto('/page/chat?view=all')
  await expect(inboxParts(page).heading).toBeVisible()
  return page
}

/** A visitor who has said these words, in a browser of their own. */
export async function visitorBrowser(
  browser: Browser,
  product: Product,
  words: string,
  person?: { cookie: string | undefined },
): Promise<Page> {
  const page = await anotherBrowser(browser, product, person)
  await page.goto('/')
  const chat = chatParts(page)
  await chat.open()
  await chat.say(words)
  return page
}

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A visitor who has said these words, where nothing is asked of their own browser. */
export async function visitorClient(product: Product, words: string): Promise<ChatClient> {
  const client = await openChatClient(product.origin, undefined, { extraHeaders: { 'user-agent': chromeOnLinux } })
  await client.say(words)
  return client
}

/** The same, gone again. */
export async function visitorWrote(product: Product, words: string): Promise<void> {
  const client = await visitorClient(product, words)
  client.close()
}

/** Somebody on the staff who answers the conversation with these words, where nothing is asked of their own browser. */
export async function staffClient(product: Product, words: string) {
  const person = await product.person(['support'], { fullName: 'Ada Lindqvist' })
  const { rows } = await product.database.pool.query<{ id: string }>(
    'select conversation_id as id from chat_lines where message = $1',
    [words],
  )
  const client = await openChatClient(product.origin, person.cookie)
  return {
    answer: (text: string) => client.say(text, { conversationId: rows[0]?.id }),
    close: () => client.close(),
  }
}

/** A socket that can be cut: from then on nothing connects until it is mended. Call it before the page is opened. */
export async function breakableLine(page: Page) {
  let isDown = false
  const cutters: Array<() => Promise<void>> = []
  await page.route('**/socket.io/**', (route) => (isDown ? route.abort() : route.continue()))
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isDown) return socket.close()
    socket.connectToServer()
    cutters.push(() => socket.close())
  })
  return {
    cut: async () => {
      isDown = true
      for (const cut of cutters.splice(0)) await cut()
    },
    mend: () => {
      isDown = false
    },
  }
}

/** What the browser says of a line that does not hold. */
export const cutLine = /ERR_FAILED|WebSocket connection to/

/** Every socket event that this page sends from now on, as name and payload, whichever way it goes. */
export function sentEvents(page: Page): Array<[name: string, payload: unknown]> {
  const sent: Array<[string, unknown]> = []
  const read = (text: string) => {
    for (const packet of text.split('\u001e')) {
      const [, json] = /^42\d*(\[.*\])$/s.exec(packet) ?? []
      if (json) sent.push(JSON.parse(json) as [string, unknown])
    }
  }
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => read(String(payload))))
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/') && request.method() === 'POST') read(request.postData() ?? '')
  })
  return sent
}

/** The number of stored lines with these words. */
export async function storedLines(product: Product, words: string): Promise<number> {
  const { rows } = await product.database.pool.query(
    'select count(*)::integer as n from chat_lines where message = $1',
    [words],
  )
  return (rows as { n: number }[])[0]?.n ?? 0
}

/** The unread count that the closed button tells of, in words. */
export function waitingOn(toggle: Locator): Promise<string | null> {
  return toggle.evaluate(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
  )
}
