import { logout } from '#shared/auth/contract.ts'
import { anAccount, signInByForm } from '#e2e/people/account.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf, boxOf, hasFocus } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { expect, test } from './chat-fixtures.ts'
import {
  breakableLine,
  chatParts,
  cutLine,
  inboxParts,
  sentEvents,
  staffBrowser,
  staffClient,
  storedLines,
} from './chat-parts.ts'

test('every page has a floating button that opens and closes the box', async ({ page, signIn }) => {
  const chat = chatParts(page)
  for (const path of ['/', '/page/login', '/page/login/register', '/page/nowhere']) {
    await page.goto(path)
    await expect(chat.toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(chat.box).toBeHidden()
    await chat.open()
    await expect(chat.toggle).toHaveAttribute('aria-expanded', 'true')
    await chat.toggle.click()
    await expect(chat.box).toBeHidden()
  }
  await signIn(['customer'])
  for (const path of ['/page/bugs/list', '/page/bugs/report', '/page/users/list', '/page/users/me']) {
    await page.goto(path)
    await chat.open()
    await chat.close.click()
    await expect(chat.box).toBeHidden()
  }
})

test('a visitor finds the box, writes in it, and is heard only when words are sent', async ({ page, openChat }) => {
  const chat = await openChat()

  await test.step('the box has a message list, a text input and a Send button', async () => {
    await expect(chat.list).toBeVisible()
    await expect(chat.input).toBeVisible()
    await expect(chat.send).toHaveText('Send')
  })

  await test.step('the list starts with one message: Hello User from Admin', async () => {
    await expect(chat.bubbles).toHaveText(['Hello User'])
    await expect(chat.senders).toHaveText(['Admin'])
  })

  await test.step('nothing is sent while there is nothing but space, and the focus is where words belong', async () => {
    await chat.input.fill('   ')
    await chat.send.click()
    await expect(chat.input).toBeFocused()
    await expect(chat.bubbles).toHaveText(['Hello User'])
  })

  await test.step('an Enter that ends the choosing of a character sends nothing', async () => {
    await chat.input.fill('にほん')
    await chat.input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await expect(chat.bubbles).toHaveText(['Hello User'])
    await expect(chat.input).toHaveValue('にほん')
  })

  await test.step('own messages show the sender You, whether sent by Send or by Enter', async () => {
    await chat.input.fill('by the button')
    await chat.send.click()
    await expect(chat.bubbles).toHaveText(['Hello User', 'by the button'])
    await expect(chat.input).toHaveValue('')
    await chat.input.fill('by the key')
    await chat.input.press('Shift+Enter')
    await chat.input.pressSequentially('and a second line')
    await chat.input.press('Enter')
    await expect(chat.bubbles).toHaveText(['Hello User', 'by the button', 'by the key\nand a second line'])
    await expect(chat.senders).toHaveText(['Admin', 'You'])
    await expect(chat.box.getByText('Sent', { exact: true })).toBeVisible()
  })

  await test.step('a message is only ever text, and only web addresses become links', async () => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b> javascript:alert(1) https://example.test/a_(b).'
    await chat.say(hostile)
    await expect(chat.bubbles.last()).toHaveText(hostile)
    const links = chat.bubbles.last().getByRole('link')
    await expect(links).toHaveCount(1)
    await expect(links).toHaveAttribute('href', 'https://example.test/a_(b)')
    await expect(links).toHaveAttribute('rel', /noopener/)
    await expect(chat.bubbles.last().locator('img, b')).toHaveCount(0)
  })

  await test.step('a picture that is pasted or dropped into the chat is refused beside the field, and words stay', async () => {
    await chat.input.fill('look at this')
    const said = chat.box.getByText('Pictures and files can’t be sent in the chat.')
    for (const kind of ['paste', 'drop'] as const) {
      await expect(said).toHaveCount(0)
      const isTaken = await chat.input.evaluate((field, type) => {
        const data = new DataTransfer()
        data.items.add(new File(['x'], 'lamp.png', { type: 'image/png' }))
        const init = { bubbles: true, cancelable: true }
        const event =
          type === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data })
        return field.dispatchEvent(event)
      }, kind)
      expect(isTaken).toBe(false)
      await expect(said).toBeVisible()
      await expect(chat.input).toHaveValue('look at this')
      await chat.input.press('Enter')
      await expect(chat.bubbles.last()).toHaveText('look at this')
      await chat.input.fill('look at this')
    }
    await expect(page).toHaveURL('/')
  })

  await test.step('words that are not sent yet survive a reload', async () => {
    await chat.input.fill('half a sen')
    await page.reload()
    await chat.open()
    await expect(chat.input).toHaveValue('half a sen')
  })

  await test.step('the box works by keyboard: it opens, takes the focus, and gives it back on Escape', async () => {
    await chat.input.fill('')
    await chat.close.click()
    await chat.toggle.focus()
    await page.keyboard.press('Enter')
    await expect(chat.input).toBeFocused()
    await page.keyboard.type('typed without a mouse')
    await page.keyboard.press('Enter')
    await expect(chat.bubble('typed without a mouse')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chat.box).toBeHidden()
    await expect(chat.toggle).toBeFocused()
  })
})

test('the header says who somebody is to the chat', async ({ page, signIn }) => {
  const chat = chatParts(page)

  await test.step('the header says User to visitors and to accounts without liveChatAdmin', async () => {
    await page.goto('/')
    await chat.open()
    await expect(chat.header).toHaveText('User')
    await signIn(['staff'])
    await page.reload()
    await chat.open()
    await expect(chat.header).toHaveText('User')
  })

  await test.step('the header says Admin to who holds liveChatAdmin', async () => {
    await signIn(['support'])
    await page.reload()
    await chat.open()
    await expect(chat.header).toHaveText('Admin')
    await expect(chat.bubbles).toHaveText(['Hello User'])
  })
})

test('a failed check of liveChatAdmin means not admin', async ({ page, signIn, quietConsole, openChat }) => {
  quietConsole.forgive(/status of 500/)
  await signIn(['admin'])
  await page.route('**/api/user/loginStatus', (route) => route.fulfill({ status: 500, body: '' }))
  const chat = await openChat()
  await expect(chat.header).toHaveText('User')
})

test('the socket connects on load, at /socket.io, with credentials and headers of its own', async ({ page }) => {
  const firstRequest = () =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname === '/socket.io/' && !searchParams.has('sid')
    })
  const asked = firstRequest()
  await page.goto('/')
  const request = await asked
  expect(new URL(request.url()).origin).toBe(new URL(page.url()).origin)
  expect(await request.headerValue('x-mothlight-client')).toBe('web')
  await request.response()
  const again = firstRequest()
  await page.reload()
  const next = await again
  // All headers are known once the answer is.
  await next.response()
  expect(await next.headerValue('cookie')).toContain('mothlight_visitor=')
  await expect(chatParts(page).box).toBeHidden()
})

test('how often the socket pings, and when it gives up, comes from the server', async ({ page }) => {
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === '/socket.io/')
  await page.goto('/')
  expect(await (await opened).text()).toMatch(/"pingInterval":\d+,"pingTimeout":\d+/)
})

test('a visitor logs in and out again beside the chat', async ({ page, product }) => {
  await test.step('set-name says Anonymous while logged out, and the name of the account when logged in', async () => {
    const sent = sentEvents(page)
    const names = () => sent.filter(([name]) => name === 'set-name').map(([, payload]) => payload)
    const { email, password, fullName } = await anAccount(product, 'Rosa of the Lamp')
    await page.goto('/page/login')
    await expect.poll(names).toEqual(['Anonymous'])
    await signInByForm(page, email, password)
    await expect.poll(names).toEqual(['Anonymous', fullName])
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(names).toEqual(['Anonymous', fullName, 'Anonymous'])
  })

  await test.step('what was said before the login belongs to the account afterwards', async () => {
    const { email, password } = await anAccount(product)
    const word = newWord()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    const chat = chatParts(page)
    await chat.open()
    await chat.say(word)
    await chat.close.click()
    await signInByForm(page, email, password)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await chat.open()
    await expect(chat.bubble(word)).toBeVisible()
    await chat.close.click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await chat.open()
    await expect(chat.bubbles).toHaveText(['Hello User'])
  })
})

test('chat-message goes out with the message, and comes in with sender and message', async ({
  page,
  openChat,
  staffOpens,
}) => {
  const sent = sentEvents(page)
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  expect(sent.find(([name]) => name === 'chat-message')?.[1]).toMatchObject({ message: word })

  const staff = await staffOpens(word)
  await staff.answer('I am looking into it.')
  await expect(chat.bubble('I am looking into it.')).toBeVisible()
  await expect(chat.senders).toHaveText(['Admin', 'You', 'Ada Lindqvist'])
})

test('a conversation is there after a reload and in a second tab, and nobody else sees it', async ({
  page,
  context,
  openChat,
  visitorSays,
}) => {
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  const tab = await context.newPage()
  await tab.goto('/page/login')
  const second = chatParts(tab)
  await second.open()
  await expect(second.bubble(word)).toBeVisible()
  await second.say('from the second tab')
  await expect(chat.bubble('from the second tab')).toBeVisible()
  await expect(chat.senders).toHaveText(['Admin', 'You'])

  await page.reload()
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Hello User', word, 'from the second tab'])

  const stranger = await visitorSays('somebody else')
  await expect(stranger.bubbles).toHaveText(['Hello User', 'somebody else'])
})

test('a session that ends elsewhere is over at once: the box is a stranger’s', async ({ page, signIn, openChat }) => {
  const person = await signIn(['customer'])
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  await person.call(logout, {})
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(chat.bubbles).toHaveText(['Hello User'])
})

test('without a connection a message waits, over a reload, and is stored once when it is back', async ({
  page,
  product,
  quietConsole,
  openChat,
}) => {
  quietConsole.forgive(cutLine)
  const line = await breakableLine(page)
  const [first, second] = [newWord(), newWord()]
  const chat = await openChat()
  await chat.say(first)
  await line.cut()
  await expect(chat.box.getByText('Reconnecting…')).toBeVisible()
  await chat.input.fill(second)
  await chat.input.press('Enter')
  await expect(chat.box.getByText('Sending…')).toBeVisible()
  await page.reload()
  await chat.open()
  await expect(chat.bubble(second)).toBeVisible()
  expect(await storedLines(product, second)).toBe(0)

  line.mend()
  await expect(chat.bubbles).toHaveText(['Hello User', first, second])
  await expect(chat.box.getByText('Sent', { exact: true })).toBeVisible()
  await expect(chat.box.getByText('Reconnecting…')).toHaveCount(0)
  expect(await storedLines(product, second)).toBe(1)
  await page.reload()
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Hello User', first, second])
})

test('what was said meanwhile is there after a lost connection', async ({ page, quietConsole, openChat, product }) => {
  quietConsole.forgive(cutLine)
  const line = await breakableLine(page)
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  const staff = await staffClient(product, word)
  await line.cut()
  for (const answer of ['one', 'two', 'three']) await staff.answer(answer)
  line.mend()
  await expect(chat.bubbles).toHaveText(['Hello User', word, 'one', 'two', 'three'])
  staff.close()
})

test('a refused message says why, is kept over a reload, and can be tried again', async ({
  page,
  openProduct,
  openChat,
}) => {
  const product = await openProduct({ LIMIT_CHAT_MESSAGES: '1' })
  const chat = await openChat(product.origin)
  await chat.say('first')
  await chat.input.fill('too soon')
  await chat.input.press('Enter')
  const refusal = chat.box.getByRole('alert').filter({ hasText: 'Not sent: You write faster than we can read' })
  await expect(refusal).toBeVisible()
  await page.reload()
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Hello User', 'first', 'too soon'])
  await expect(async () => {
    if ((await refusal.count()) > 0) await refusal.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 })
    await expect(refusal).toHaveCount(0, { timeout: 5_000 })
    await expect(chat.box.getByText('Sending…')).toHaveCount(0, { timeout: 5_000 })
    await expect(refusal).toHaveCount(0, { timeout: 500 })
  }).toPass({ intervals: [3_000] })
  expect(await storedLines(product, 'too soon')).toBe(1)
})

test('the closed button counts what is unread until the box is opened, and staff see that it was read', async ({
  openChat,
  staffOpens,
}) => {
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  await chat.close.click()
  const staff = await staffOpens(word)
  await staff.answer('One thing.')
  await expect(chat.toggle).toHaveAccessibleDescription('1 unread message')
  await staff.answer('And another.')
  await expect(chat.toggle).toHaveAccessibleDescription('2 unread messages')
  await expect(staff.conversation.getByText('Seen', { exact: true })).toHaveCount(0)
  await chat.open()
  await expect(staff.conversation.getByText('Seen', { exact: true })).toBeVisible()
  await chat.close.click()
  await expect(chat.toggle).toHaveAccessibleDescription('Open the live chat')
})

test('each side sees that the other one is writing, and that it has read', async ({ openChat, staffOpens }) => {
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  const staff = await staffOpens(word)
  await expect(chat.box.getByText('Seen', { exact: true })).toBeVisible()
  await staff.input.pressSequentially('So')
  await expect(chat.box.getByText('Ada Lindqvist is writing')).toBeVisible()
  await expect(chat.box.getByText('Ada Lindqvist is writing')).toHaveCount(0)
  await chat.input.pressSequentially('Well')
  await expect(staff.conversation.getByText('Anonymous is writing')).toBeVisible()
  await chat.input.press('Enter')
  await expect(staff.conversation.getByText('Anonymous is writing')).toHaveCount(0)
})

test('a new message is read out once, also while the box is closed, and one’s own are not', async ({
  page,
  product,
}) => {
  const word = newWord()
  await page.goto('/')
  const chat = chatParts(page)
  const spoken = page.getByRole('complementary', { name: 'Live chat' }).locator('[aria-live="polite"]')
  await chat.open()
  await chat.say(word)
  await expect(spoken).toHaveText('')
  await expect(chat.list).toHaveAttribute('aria-live', 'off')
  await chat.close.click()
  const staff = await staffClient(product, word)
  await staff.answer('I am here.')
  await expect(spoken).toHaveText('Ada Lindqvist: I am here.')
  await chat.open()
  await expect(page.getByText('Ada Lindqvist: I am here.', { exact: true })).toHaveCount(1)
  staff.close()
})

test('while nobody is there the visitor is told so, and may leave an address', async ({
  browser,
  openProduct,
  openChat,
}) => {
  const product = await openProduct()
  const chat = await openChat(product.origin)
  await expect(chat.box.getByText('Nobody is here right now. Your message is kept')).toBeVisible()
  await expect(chat.box.getByLabel('E-mail for the answer')).toHaveCount(0)
  await chat.say('Is anybody there?')
  await chat.box.getByLabel('E-mail for the answer').fill('not an address')
  await chat.box.getByRole('button', { name: 'Leave address' }).click()
  await expect(chat.box.getByText('This is no e-mail address')).toBeVisible()
  await chat.box.getByLabel('E-mail for the answer').fill('rosa@example.test')
  await chat.box.getByLabel('E-mail for the answer').press('Enter')
  await expect(chat.box.getByText('The team can write to rosa@example.test')).toBeVisible()

  const staff = await staffBrowser(browser, product, 'Ada Lindqvist')
  await inboxParts(staff).open('Is anybody there?')
  await expect(staff.getByRole('link', { name: 'rosa@example.test' })).toBeVisible()
  await expect(chat.box.getByText('Somebody is here to answer')).toBeVisible()
  await expect(chat.box.getByText('Nobody is here right now')).toHaveCount(0)
  await staff.close()
  await expect(chat.box.getByText('Nobody is here right now').first()).toBeVisible()
})

test('a deleted conversation is gone at the visitor’s too, and a new one begins', async ({
  browser,
  product,
  openChat,
}) => {
  const word = newWord()
  const chat = await openChat()
  await chat.say(word)
  const staffPage = await staffBrowser(browser, product, 'Ada Lindqvist')
  const staff = inboxParts(staffPage)
  await staff.open(word)
  await staff.choose('Delete conversation')
  const dialog = staffPage.getByRole('alertdialog', { name: /^Delete the conversation with Visitor [0-9a-f]{4}\?$/ })
  await expect(dialog).toContainText('Bugs that were made of it stay.')
  await dialog.getByRole('button', { name: 'Delete conversation' }).click()
  await expect(chat.bubbles).toHaveText(['Hello User'])
  await expect(chat.box.getByText('The conversation that stood here was deleted.')).toBeVisible()
  await expect(staff.row(word)).toHaveCount(0)
  expect(await storedLines(product, word)).toBe(0)

  await chat.say('a new beginning')
  await expect(chat.bubbles).toHaveText(['Hello User', 'a new beginning'])
})

test('earlier messages come when the reader scrolls up, without moving what is read', async ({
  page,
  product,
  openChat,
}) => {
  const chat = await openChat()
  await chat.say('line 1')
  await product.database.pool.query(
    `insert into chat_lines (id, conversation_id, seq, sender, sender_name, message, words, sent_on)
     select substr(md5(n::text), 1, 24), l.conversation_id, n, 'staff', 'Ada', 'line ' || n, l.words, l.sent_on
     from chat_lines l, generate_series(2, 450) n where l.message = 'line 1'
     and l.conversation_id = (select id from conversations order by opened_on desc limit 1)`,
  )
  await product.database.pool.query(
    `update conversations set last_seq = 450 where id = (select id from conversations order by opened_on desc limit 1)`,
  )
  await page.reload()
  await chat.open()
  await expect(chat.bubble('line 450')).toBeInViewport()
  await expect(chat.bubble('line 251')).toHaveCount(1)
  await expect(chat.bubble('line 250')).toHaveCount(0)
  await chat.list.evaluate((list) => (list.scrollTop = 60))
  await expect(chat.bubble('line 100')).toHaveCount(1)
  await expect(chat.bubble('line 251')).toBeInViewport()
  await chat.list.evaluate((list) => (list.scrollTop = 0))
  await expect(chat.bubble('line 1')).toHaveCount(1)
  await expect(chat.bubbles).toHaveCount(451)
})

test('on a phone the box and its button leave room for each other and for the page', async ({
  page,
  openChat,
  signInWithBug,
}) => {
  await test.step('on a phone the box fills the screen and holds the focus', async () => {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const chat = await openChat()
      expect(await boxOf(chat.box)).toEqual({ x: 0, y: 0, width, height: 700 })
      expect(await sticksOut(page)).toEqual([])
      for (let stops = 0; stops < 8; stops++) {
        await page.keyboard.press('Tab')
        expect(await hasFocus(chat.box)).toBe(true)
      }
      await chat.close.click()
      await expect(chat.toggle).toBeFocused()
    }
  })

  await test.step('the button never covers a bar of actions', async () => {
    const { id } = await signInWithBug(['admin'])
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`/page/bugs/list/view/${id}`)
    const bar = page.getByRole('group', { name: 'Actions' })
    await expect(bar).toBeVisible()
    const [button, actions] = await boxesOf(chatParts(page).toggle, bar)
    expect(button.y + button.height).toBeLessThanOrEqual(actions.y)
  })
})
