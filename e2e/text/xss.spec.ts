import { editBug } from '#shared/bugs/contract.ts'
import { maxTitleLength } from '#shared/bugs/words.ts'
import { register } from '#shared/auth/contract.ts'
import { createRole } from '#shared/roles/contract.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { maxNameLength } from '#shared/users/contract.ts'
import { expect, giveSession, test } from '#testing/browser-test.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { shortXssPayloads, xssPayloads } from '#testing/xss-corpus.ts'
import { inboxParts } from '#e2e/chat/chat-parts.ts'
import { editAny, editForm } from '#e2e/parts/edit-form.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { watchForXss } from './xss-watch.ts'

const titles = shortXssPayloads(maxTitleLength)
const names = shortXssPayloads(maxNameLength)
/** Comments that a page shows at once. */
const commentsOfBug = 30

function* groups<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}

test('no payload in a bug’s texts, comments, names or changes runs, where it is read or where it is written', async ({
  page,
  context,
  openProduct,
}) => {
  test.setTimeout(120_000)
  const product = await openProduct()
  const staff = await product.person(['staff'], { fullName: names[0] ?? '' })
  await giveSession(context, product.origin, staff.cookie ?? '')
  const watch = await watchForXss(page, product.origin)

  let number = 0
  for (const payloads of groups(xssPayloads, commentsOfBug)) {
    const author = await product.person(['staff'], { fullName: names[++number] ?? '' })
    const everything = payloads.join('\n\n')
    const id = await aBug(product, author.userId, {
      title: titles[number] ?? '',
      // Each half may hold what swallows the rest.
      description: everything,
      stepsToReproduce: payloads.map((payload, index) => `${index + 1}. ${payload}`).join('\n'),
      assignedTo: staff.userId,
      product: payloads[0] ?? '',
      component: payloads[1] ?? '',
      externalId: payloads[2] ?? '',
    })
    await aBug(product, author.userId, { title: titles[number + 20] ?? '', duplicateOf: id })
    for (const payload of payloads) await aComment(author, id, `${payload}\n\n@${author.userId} #${id.slice(-8)}`)
    const texts = { title: titles[number + 40] ?? '', description: everything.slice(1), stepsToReproduce: everything }
    await author.call(editBug, { params: { bugId: id }, body: texts })

    await page.goto(`${product.origin}/page/bugs/list/view/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title)
    await expect(page.locator('.markdown').first()).toBeAttached()
    await expect(page.locator('.bug-reference').first()).toBeAttached()
    await watch.nothingHappened(`the page of bug ${number}`)

    if (number % 2 === 0) continue
    await page.goto(product.origin + editAny(id))
    await expect(editForm(page).steps).toHaveValue(everything)
    for (const preview of await page.getByRole('tab', { name: 'Preview' }).all()) await preview.click()
    await expect(page.locator('.field-preview .markdown')).toHaveCount(2)
    await watch.nothingHappened(`the edit screen of bug ${number}`)
  }
})

test('no payload in a title or in a name runs in the lists', async ({ page, context, openProduct }) => {
  test.setTimeout(120_000)
  const product = await openProduct({ LIMIT_REGISTRATIONS: '1000' })
  const admin = await product.person(['admin'])
  await giveSession(context, product.origin, admin.cookie ?? '')
  const watch = await watchForXss(page, product.origin)
  const people = []
  for (const fullName of names) people.push(await product.person(['customer'], { fullName }))
  for (const [index, title] of titles.entries()) {
    const creator = people[index % people.length]?.userId ?? ''
    await aBug(product, creator, { title, assignedTo: creator })
  }
  for (const [index, name] of names.filter((_, at) => at % 20 === 0).entries()) {
    const body = { email: `x${index}@example.test`, password: 'long enough', fullName: name }
    const more = { givenName: name.slice(0, 100), familyName: name.slice(-100) }
    expect((await product.stranger.call(register, { body: { ...body, ...more } })).status).toBe(200)
  }
  for (const name of shortXssPayloads(maxRoleNameLength)) {
    // Two that differ in the space around them are the same role.
    expect([200, 409]).toContain((await admin.call(createRole, { body: { name, permissions: [] } })).status)
  }

  for (const path of [
    ...[1, 2].map((number) => `/page/bugs/list?pageSize=100&pageNumber=${number}`),
    ...[1, 2].map((number) => `/page/users/list?pageSize=100&pageNumber=${number}`),
  ]) {
    await page.goto(product.origin + path)
    await expect(page.getByRole('main').getByRole('listitem').nth(50)).toBeAttached()
    await watch.nothingHappened(path)
  }
  await page.goto(`${product.origin}/page/users/roles`)
  await expect(page.getByText(shortXssPayloads(maxRoleNameLength)[0] ?? '', { exact: true }).first()).toBeAttached()
  await watch.nothingHappened('the roles')
})

test('no payload in a suggestion runs, nor once it is chosen', async ({ page, openProductAs }) => {
  const { product, person: staff } = await openProductAs(['staff'])
  const watch = await watchForXss(page, product.origin)
  for (const fullName of names.slice(0, 6)) await product.person(['customer'], { fullName: `Zed ${fullName}` })
  for (const title of titles.slice(0, 6)) await aBug(product, staff.userId, { title: `zed ${title}` })
  await page.goto(`${product.origin}/page/bugs/report`)
  const description = page.getByLabel('Description', { exact: true })
  for (const mark of ['@', '#']) {
    await description.pressSequentially(`${mark}zed`)
    await expect(page.getByRole('option')).toHaveCount(6)
    await watch.nothingHappened(`suggestions after ${mark}`)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(page.locator('.field-preview .mention')).toHaveCount(1)
  await expect(page.locator('.field-preview .bug-reference')).toHaveCount(1)
  await watch.nothingHappened('the preview')
})

test('no payload in a chat message or a visitor’s name runs', async ({ page, context, openProduct }) => {
  const product = await openProduct({ LIMIT_CHAT_MESSAGES: '10000' })
  const support = await product.person(['support'])
  await giveSession(context, product.origin, support.cookie ?? '')
  const watch = await watchForXss(page, product.origin)
  for (const [index, payloads] of [...groups(xssPayloads, 40)].entries()) {
    const visitor = await product.person(['customer'], { fullName: names[index] ?? '' })
    const chat = await openChatClient(product.origin, visitor.cookie)
    for (const payload of payloads) await chat.say(payload)
    chat.close()
    await page.goto(`${product.origin}/page/chat?view=all`)
    const inbox = inboxParts(page)
    // Whoever waits the longest comes first.
    await inbox.rows.nth(index).getByRole('link').click()
    // The greeting is the first line.
    await expect(inbox.bubbles).toHaveCount(1 + payloads.length)
    await watch.nothingHappened(`conversation ${index + 1}`)
  }
})
