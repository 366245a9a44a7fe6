import { createAnswer } from '#shared/chat/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { chatParts, inboxParts } from '#e2e/chat/chat-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const longWords = `${longWord.repeat(3)}\nSee https://example.test/${'path/'.repeat(30)} and ${'more '.repeat(60)}`

/** A visitor with a long name and long words, who has left. @returns the word that finds the conversation */
async function aTalkativeVisitor({ context, product }: Stage): Promise<string> {
  const word = newWord()
  const visitor = await product.person(['customer'], { fullName: `${longName} ${word}` })
  const browser = context.browser()
  const other = await browser?.newContext({ baseURL: product.origin })
  if (!other) throw new Error('There is no browser to talk from.')
  await giveSession(other, product.origin, visitor.cookie ?? '')
  const page = await other.newPage()
  await page.goto('/')
  const chat = chatParts(page)
  await chat.open()
  await chat.say('A short question?')
  await chat.say(longWords)
  await other.close()
  return word
}

/** The inbox with an open conversation, answered and taken by somebody with a long name. */
async function anOpenConversation(stage: Stage): Promise<ReturnType<typeof inboxParts>> {
  const { page, product, signIn } = stage
  const word = await aTalkativeVisitor(stage)
  await signIn(['admin'], { fullName: longName })
  const staff = await product.person(['admin'])
  await staff.call(createAnswer, { body: { title: longWord.slice(0, 80), message: longWords } })
  await page.goto(`/page/chat?view=all&keywords=${word}`)
  const inbox = inboxParts(page)
  await inbox.rows.first().getByRole('link').click()
  await expect(inbox.bubbles.nth(2)).toBeVisible()
  await inbox.answer(longWords)
  return inbox
}

/** The live chat and the inbox, in every state that looks different. */
export const chatScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'the chat’s box, empty': async ({ page }) => {
    await page.goto('/')
    await chatParts(page).open()
    await expect(chatParts(page).bubbles).toHaveCount(1)
  },
  'the chat’s box with a conversation and a refused message': async ({ page, openProduct }) => {
    const product = await openProduct({ LIMIT_CHAT_MESSAGES: '2' })
    await page.goto(product.origin)
    const chat = chatParts(page)
    await chat.open()
    await chat.say(longWords)
    await chat.say('A second one')
    await chat.input.fill('And one too many')
    await chat.input.press('Enter')
    await expect(chat.box.getByRole('alert')).toBeVisible()
    await expect(chat.box.getByLabel('E-mail for the answer')).toBeVisible()
  },
  'the chat’s box of staff': async (stage) => {
    await aTalkativeVisitor(stage)
    await stage.signIn(['support'], { fullName: longName })
    await stage.page.goto('/')
    await chatParts(stage.page).open()
    await expect(stage.page.getByRole('list', { name: 'Conversations' })).toBeVisible()
  },
  'an empty inbox': async ({ page, openProduct, context }) => {
    const product = await openProduct()
    const { cookie } = await product.person(['support'])
    await giveSession(context, product.origin, cookie ?? '')
    await page.goto(`${product.origin}/page/chat`)
    await expect(page.getByText('No unassigned conversations')).toBeVisible()
  },
  'the inbox with nothing open': async (stage) => {
    await aTalkativeVisitor(stage)
    await stage.signIn(['support'], { fullName: longName })
    await stage.page.goto('/page/chat?view=all')
    await expect(inboxParts(stage.page).rows.first()).toBeVisible()
  },
  'the inbox with an open conversation': async (stage) => {
    await anOpenConversation(stage)
  },
  'the inbox with the canned answers open': async (stage) => {
    const inbox = await anOpenConversation(stage)
    await inbox.action('Canned answers').click()
    await expect(stage.page.getByRole('menuitem').nth(1)).toBeVisible()
  },
  'the canned answers being changed': async (stage) => {
    const inbox = await anOpenConversation(stage)
    await inbox.action('Canned answers').click()
    await stage.page.getByRole('menuitem').last().click()
    await expect(stage.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  },
  'messages being chosen for a bug': async (stage) => {
    const inbox = await anOpenConversation(stage)
    await inbox.action('Make a bug').click()
    await inbox.action('Select all').click()
  },
  'a bug being made of a conversation': async (stage) => {
    const inbox = await anOpenConversation(stage)
    await inbox.action('Make a bug').click()
    await inbox.action('Select all').click()
    await inbox.action('Continue').click()
    await expect(stage.page.getByRole('dialog', { name: 'Make a bug of this conversation' })).toBeVisible()
  },
}
