import { goWithin } from '#e2e/parts/page-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import { expect, test } from './chat-fixtures.ts'
import { chatParts, inboxParts, staffClient, visitorBrowser, visitorClient, visitorWrote } from './chat-parts.ts'

test('the inbox needs a login and liveChatAdmin', async ({ page, signIn }) => {
  await page.goto('/page/chat')
  await expect(page).toHaveURL(/\/page\/login$/)
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
  await signIn(['staff'])
  await page.goto('/page/chat')
  await expect(page).toHaveURL(/\/$/)
  await expectToast(page, 'warning', 'Invalid Permission Level!')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Inbox/ })).toHaveCount(0)
})

test('the inbox of who may answer: empty, with the first who wait, and without a mouse', async ({
  page,
  openProductAs,
}) => {
  const { product } = await openProductAs(['support'])
  const inbox = inboxParts(page)

  await test.step('an empty inbox says what will stand here', async () => {
    await page.goto(`${product.origin}/page/chat`)
    await expect(page.getByText('No unassigned conversations')).toBeVisible()
    await inbox.view('Closed').click()
    await expect(page.getByText('No closed conversations')).toBeVisible()
  })

  await test.step('who may answer finds the inbox in the navigation bar, with how many wait', async () => {
    await goWithin(page, '/')
    const link = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
    await expect(link).toHaveAccessibleName('Inbox')
    await visitorWrote(product, 'the first to wait')
    await expect(link).toHaveAccessibleName('Inbox 1 waiting')
    await expect(chatParts(page).toggle).toHaveAccessibleDescription('1 conversation waits for an answer')
    await link.click()
    await expect(inbox.heading).toBeFocused()
    await expect(inbox.view('Unassigned')).toHaveAccessibleName('Unassigned 1 waiting')
  })

  await test.step('the inbox works by keyboard', async () => {
    await visitorWrote(product, 'the second to wait')
    await goWithin(page, '/page/chat?view=all')
    await expect(inbox.view('All')).toHaveAttribute('aria-pressed', 'true')
    await expect(inbox.rows).toHaveCount(2)
    await page.keyboard.press('j')
    await expect(inbox.row('the first to wait').getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(inbox.row('the second to wait').getByRole('link')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(inbox.input).toBeFocused()
    await expect(inbox.bubble('the second to wait')).toBeVisible()
    await page.keyboard.type('answered without a mouse')
    await page.keyboard.press('Enter')
    await expect(inbox.bubble('answered without a mouse')).toBeVisible()
    await expect(inbox.input).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${product.origin}/page/chat?view=all`)
    await expect(inbox.row('answered without a mouse').getByRole('link')).toBeFocused()
    await page.keyboard.press('/')
    await expect(inbox.keywords).toBeFocused()
  })
})

test('the box of staff offers who waits, sends to nobody before one is chosen, and answers', async ({
  page,
  signIn,
  openChat,
  visitorSays,
}) => {
  const word = newWord()
  const visitor = await visitorSays(word)
  await signIn(['support'], { fullName: 'Ada Lindqvist' })
  const chat = await openChat()
  await chat.input.fill('for whom?')
  await chat.send.click()
  await expect(chat.box.getByText('Choose a conversation first. Your text is kept.')).toBeVisible()
  await expect(chat.input).toHaveValue('for whom?')
  await chat.box.getByRole('list', { name: 'Conversations' }).getByRole('button').filter({ hasText: word }).click()
  await expect(chat.bubbles).toHaveText(['Hello User', word])
  await chat.say('I am here.')
  await expect(chat.senders).toHaveText(['Admin', 'Anonymous', 'You'])
  await expect(visitor.bubble('I am here.')).toBeVisible()
  await chat.box.getByRole('link', { name: 'Open inbox' }).click()
  await expect(inboxParts(page).bubble('I am here.')).toBeVisible()
})

test('a new message comes into the list by itself, and the view and the words stay in the address', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(['support'])
  await page.goto('/page/chat')
  const inbox = inboxParts(page)
  await expect(inbox.view('Unassigned')).toHaveAttribute('aria-pressed', 'true')
  const word = newWord()
  const visitor = await visitorClient(product, `first ${word}`)
  await expect(inbox.row(word)).toContainText('waits < 1 min')
  await expect(inbox.row(word)).toContainText('1 unread')
  await expect(inbox.row(word)).toContainText('Connected')
  await visitor.say(`second ${word}`)
  await expect(inbox.row(`second ${word}`)).toContainText('2 unread')
  visitor.close()
  await expect(inbox.row(word)).toContainText('Away')

  await inbox.view('All').click()
  await inbox.keywords.fill(word)
  await inbox.keywords.press('Enter')
  await expect(inbox.rows).toHaveCount(1)
  await expect(page).toHaveURL(`/page/chat?view=all&keywords=${word}`)
  await page.reload()
  await expect(inbox.keywords).toHaveValue(word)
  await inbox.keywords.fill('wordnobodysaid')
  await inbox.keywords.press('Enter')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(inbox.row(word)).toBeVisible()
})

test('a taken conversation is seen as taken at once, and answering it asks first', async ({
  page,
  signIn,
  visitorSays,
  staffOpens,
}) => {
  const word = newWord()
  const visitor = await visitorSays(word)
  const bo = await staffOpens(word, 'Bo Berg')
  await signIn(['support'], { fullName: 'Ada Lindqvist' })
  await page.goto('/page/chat?view=all')
  const ada = inboxParts(page)
  await ada.open(word)

  await bo.action('Take').click()
  await expect(bo.conversation.getByText('You have taken it')).toBeVisible()
  await expect(ada.conversation.getByText('Bo Berg has taken it', { exact: true })).toBeVisible()
  await expect(ada.row(word)).toContainText('Taken by Bo Berg')
  await ada.input.fill('me too')
  await ada.input.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Bo Berg has taken this conversation' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(ada.input).toHaveValue('me too')
  await expect(visitor.bubbles).toHaveText(['Hello User', word])

  await ada.action('Take over').click()
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect(ada.conversation.getByText('You have taken it')).toBeVisible()
  await expect(bo.conversation.getByText('Ada Lindqvist has taken it', { exact: true })).toBeVisible()
  await ada.input.press('Enter')
  await expect(visitor.bubble('me too')).toBeVisible()
  await ada.action('Give back').click()
  await expect(bo.conversation.getByText('Nobody has taken it')).toBeVisible()
})

test('two who take at once: the slower one is told who has it', async ({
  page,
  openInbox,
  visitorWrote,
  staffOpens,
}) => {
  const word = newWord()
  await visitorWrote(word)
  const bo = await staffOpens(word, 'Bo Berg')
  const ada = await openInbox(word)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/taken', async (route) => {
    await held
    await route.continue()
  })
  await ada.action('Take').click()
  await bo.action('Take').click()
  await expect(bo.conversation.getByText('You have taken it')).toBeVisible()
  letGo()
  await expect(toasts(page)).toHaveText(['Bo Berg has taken this conversation.'])
  await expect(ada.action('Take over')).toBeVisible()
})

test('a blocked visitor is told so when they write, and may write again when unblocked', async ({
  page,
  openInbox,
  visitorSays,
}) => {
  const word = newWord()
  const visitor = await visitorSays(word)
  const inbox = await openInbox(word)
  await inbox.choose('Block visitor')
  await page
    .getByRole('alertdialog', { name: /^Block Visitor [0-9a-f]{4}\?$/ })
    .getByRole('button', { name: 'Block visitor' })
    .click()
  await expectToast(page, 'success', 'Visitor Blocked!')
  await visitor.input.fill('let me in')
  await visitor.input.press('Enter')
  await expect(visitor.box.getByRole('alert')).toContainText('Not sent:')
  await expect(inbox.row(word)).toContainText('Blocked')
  await inbox.choose('Unblock visitor')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock visitor' }).click()
  await expect(inbox.row(word)).not.toContainText('Blocked')
  await visitor.box.getByRole('button', { name: 'Try again' }).click()
  await expect(inbox.bubble('let me in')).toBeVisible()
})

test('who answers finds their way about a conversation', async ({ page, product, openInbox }) => {
  const word = newWord()
  await visitorWrote(product, word)
  const inbox = await openInbox(word)

  await test.step('canned answers are kept, found by a slash, and go into the answer', async () => {
    await inbox.action('Canned answers').click()
    await page.getByRole('menuitem').last().click()
    await page.getByRole('button', { name: 'New answer' }).click()
    const form = page.getByRole('form', { name: 'Canned answer' })
    await form.getByRole('button', { name: 'Save answer' }).click()
    await expect(form.getByLabel('Title')).toBeFocused()
    await form.getByLabel('Title').fill(`Clear ${word}`)
    await form.getByLabel('Message').fill('Please clear the cache and try again.')
    await form.getByRole('button', { name: 'Save answer' }).click()
    await expectToast(page, 'success', 'Canned Answer Saved!')
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()

    await inbox.input.press('/')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.getByRole('menuitem', { name: `Clear ${word}` }).click()
    await expect(inbox.input).toBeFocused()
    await expect(inbox.input).toHaveValue('Please clear the cache and try again.')

    await inbox.action('Canned answers').click()
    await page.getByRole('menuitem').last().click()
    await page.getByRole('button', { name: `Delete Clear ${word}` }).click()
    await page
      .getByRole('alertdialog', { name: `Delete “Clear ${word}”?` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByRole('button', { name: `Delete Clear ${word}` })).toHaveCount(0)
  })

  await test.step('a menu that has lost the focus does not stay open over the field that gets it', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await inbox.action('Canned answers').click()
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    await items.first().blur()
    await expect(items.first()).toBeVisible()
    await inbox.input.focus()
    await expect(items).toHaveCount(0)
    await expect(inbox.input).toBeFocused()
  })

  await test.step('the first answer takes the conversation', async () => {
    await inbox.answer(`Here I am, ${word}.`)
    await expect(inbox.conversation.getByText('You have taken it')).toBeVisible()
  })

  await test.step('a window that changes its width leaves the focus where it is, and does not lose it with the list', async () => {
    await inbox.action('Canned answers').click()
    const item = page.getByRole('menuitem').first()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(inbox.heading).toHaveCount(width === 390 ? 0 : 1)
      await expect(item).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await inbox.row(word).getByRole('link').focus()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(inbox.heading).toHaveCount(0)
    await expect(inbox.conversation.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('on a phone the list gives way to the conversation, and comes back', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await goWithin(page, '/page/chat?view=all')
    await expect(inbox.heading).toBeVisible()
    await inbox.row(word).getByRole('link').click()
    await expect(inbox.heading).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: /^Visitor [0-9a-f]{4}$/ })).toBeFocused()
    await expect(inbox.bubble(word)).toBeVisible()
    await page.locator('summary').click()
    await expect(page.locator('details').getByText('Chrome on')).toBeVisible()
    expect(await sticksOut(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(inbox.row(word).getByRole('link')).toBeFocused()
  })

  await test.step('a closed conversation opens again with the visitor’s next message', async () => {
    const other = newWord()
    const visitor = await visitorClient(product, other)
    await dismissToasts(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await goWithin(page, '/page/chat?view=all')
    await inbox.open(other)
    await inbox.action('Close').click()
    await expectToast(page, 'success', 'Conversation Closed!')
    await expect(inbox.row(other)).toHaveCount(0)
    await inbox.view('Closed').click()
    await expect(inbox.row(other)).toBeVisible()
    await visitor.say('one more thing')
    await expect(inbox.row(other)).toHaveCount(0)
    await inbox.view('All').click()
    await expect(inbox.row('one more thing')).toBeVisible()
    await expect(inbox.action('Close')).toBeVisible()
    visitor.close()
  })

  await test.step('a conversation that is not there says so', async () => {
    await goWithin(page, '/page/chat?conversation=000000000000000000000000')
    await expect(page.getByText('This conversation is not there any more')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL('/page/chat')
  })
})

test('messages become a bug, each side is told, and so is what becomes of it', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const word = newWord()
  const rosa = await product.person(['customer'], { fullName: 'Rosa Moreau' })
  const visitorPage = await visitorBrowser(browser, product, `The ${word} stays blank`, rosa)
  const visitor = chatParts(visitorPage)
  await visitor.say('Since yesterday.')
  await signIn(['admin'], { fullName: 'Ada Lindqvist' })
  await page.goto('/page/chat?view=all')
  const inbox = inboxParts(page)
  await inbox.open('Rosa Moreau')
  await inbox.answer('Thank you.')
  await inbox.action('Make a bug').click()
  await inbox.action('Select all').click()
  await expect(inbox.conversation.getByText('3 messages chosen')).toBeVisible()
  await inbox.conversation.getByRole('checkbox', { name: /^You: Thank you/ }).uncheck()
  await inbox.action('Continue').click()

  const dialog = page.getByRole('dialog', { name: 'Make a bug of this conversation' })
  await expect(dialog).toContainText('The reporter will be Rosa Moreau')
  await expect(dialog.getByLabel('Title')).toHaveValue(`The ${word} stays blank`)
  await expect(dialog.getByLabel('Description')).toHaveValue(`The ${word} stays blank\n\nSince yesterday.`)
  const steps = dialog.getByLabel('Steps to Reproduce')
  await expect(steps).toHaveValue(
    /^Rosa Moreau, .+: The .+\nRosa Moreau, .+: Since yesterday\.\n\nPage: \/\nBrowser: Chrome on /,
  )
  await dialog.getByLabel('Title').fill(`${word} by chat`)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(visitor.list).toContainText(`${word} by chat`)
  await expect(inbox.conversation.getByRole('link', { name: `${word} by chat` }).first()).toBeVisible()

  await page.getByRole('button', { name: 'View bug' }).click()
  await expect(page).toHaveURL(/\/page\/bugs\/list\/view\//)
  await expect(page.getByText('reported by Rosa Moreau')).toBeVisible()
  await page.getByRole('button', { name: 'Toggle Closed' }).click()
  await expectToast(page, 'success', 'Bug Closed!')
  await expect(visitor.list).toContainText('closed')
  const [key = ''] = /BUG-\d+/.exec(await page.title()) ?? []
  // The visitor's own account may see bugs, so that both notices lead to this one.
  await expect(visitor.list.getByRole('link', { name: `${key} ${word} by chat` })).toHaveCount(2)
  await visitor.say(`Is ${key} really gone?`)
  await expect(visitor.list.getByRole('link', { name: `${key} ${word} by chat` })).toHaveCount(3)
  await expect(page.getByText('entered this bug for Rosa Moreau')).toBeVisible()
  await page.getByRole('complementary', { name: 'Facts' }).getByRole('link', { name: 'Rosa Moreau' }).click()
  await expect(inbox.bubble('Since yesterday.')).toBeVisible()

  await visitorPage.reload()
  await visitor.open()
  await expect(visitor.list).toContainText(/closed/)
})

test('only who answers the chat is told that a bug came from one', async ({
  page,
  signIn,
  openInbox,
  visitorWrote,
}) => {
  const word = newWord()
  await visitorWrote(word)
  const staff = await openInbox(word)
  await staff.action('Make a bug').click()
  await staff.action('Select all').click()
  await staff.action('Continue').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('button', { name: 'View bug' }).click()
  await expect(page.getByText('From a chat')).toBeVisible()
  await signIn(['staff'])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  await expect(page.getByText('From a chat')).toHaveCount(0)
})

test('a bug that could not be reported keeps its words', async ({ page, quietConsole, openInbox, visitorWrote }) => {
  quietConsole.forgive(/status of 500/)
  const word = newWord()
  await visitorWrote(word)
  const inbox = await openInbox(word)
  await inbox.action('Make a bug').click()
  await inbox.action('Select all').click()
  await inbox.action('Continue').click()
  const dialog = page.getByRole('dialog', { name: 'Make a bug of this conversation' })
  await page.route('**/bugs', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByLabel('Title').fill('My own title')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'error', 'Reporting New Bug Failed')
  await expect(dialog.getByText('The bug was not reported; its texts are kept')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('My own title')
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(toasts(page).filter({ hasText: 'Fields Must Not Be Empty' })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
})

test('a row keeps the focus while the list is put into another order', async ({ page, openProductAs }) => {
  const { product } = await openProductAs(['support'])
  for (const words of ['the first to wait', 'the second to wait', 'the third to wait']) {
    await visitorWrote(product, words)
  }
  await page.goto(`${product.origin}/page/chat?view=all`)
  const inbox = inboxParts(page)
  await expect(inbox.rows).toHaveCount(3)
  await inbox.rows.first().getByRole('link').focus()
  const staff = await staffClient(product, 'the first to wait')
  await staff.answer('no longer waiting')
  await expect(inbox.rows.last()).toContainText('no longer waiting')
  await expect(inbox.rows.last().getByRole('link')).toBeFocused()
  staff.close()
})

test('who loses liveChatAdmin loses the box of staff at once', async ({ product, openChat, signIn }) => {
  const person = await signIn(['support'], { fullName: 'Ada Lindqvist' })
  const chat = await openChat()
  await expect(chat.header).toHaveText('Admin')
  const admin = await product.person(['admin'])
  await admin.send('PUT', `/api/user/${person.userId}`, {
    givenName: 'Ada',
    familyName: 'Lindqvist',
    fullName: 'Ada Lindqvist',
    role: ['customer'],
  })
  await expect(chat.header).toHaveText('User')
  await expect(chat.bubbles).toHaveText(['Hello User'])
})
