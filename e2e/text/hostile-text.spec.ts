import { addComment } from '#shared/comments/contract.ts'
import { expect, test } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'

/** Would set `window.harmed` if any of it ran. */
const payload =
  `"><script>window.harmed=1</script><img src=x onerror="window.harmed=1"><svg onload=window.harmed=1>` +
  `</textarea><a href="javascript:window.harmed=1">x</a>{{7*7}}\${7*7}&lt;b&gt;<b>bold</b>`

test('hostile text in every place that shows text is shown as text', async ({ page, product, signIn }) => {
  const word = newWord()
  const title = `${word} ${payload}`.slice(0, 255)
  const person = await signIn(['staff'], { fullName: `Rosa ${payload}`.slice(0, 200) })
  const assignee = await product.person(['staff'], { fullName: `<i>Tomasz</i><script>window.harmed=1</script>` })
  const id = await aBug(product, person.userId, {
    title,
    description: payload,
    stepsToReproduce: `1. ${payload}\n2. ${payload}`,
    assignedTo: assignee.userId,
    product: '<b>product</b>',
    component: '<script>window.harmed=1</script>',
    externalId: '<b>4711</b>',
  })
  await aBug(product, person.userId, { title: `<u>twin</u>`, duplicateOf: id })
  await person.call(addComment, { params: { bugId: id }, body: { message: payload } })

  const unharmed = async () => {
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
    await expect(page.locator('main img, main script, main b, main u, main i')).toHaveCount(0)
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  }
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect(bugList(page).titles).toHaveText([title])
  await unharmed()
  await bugList(page)
    .cards.getByRole('button', { name: /^Actions/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await unharmed()

  await page.goto(`/page/bugs/list/view/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(/<script>/)
  for (const text of [payload, '<i>Tomasz</i>', '<b>product</b>', '<b>4711</b>', '<u>twin</u>']) {
    await expect(page.getByRole('main').getByText(text).first(), text).toBeVisible()
  }
  await unharmed()
})

test('hostile text that is typed is sent and shown as text', async ({ page, signIn }) => {
  await signIn(['customer'])
  const title = `${newWord()} ${payload}`.slice(0, 255)
  await page.goto('/page/bugs/report')
  await reportForm(page).fill(title, payload, payload)
  await reportForm(page).button.click()
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('textbox', { name: 'New comment' }).fill(payload)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(comments(page)).toContainText(payload)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})

test('hostile addresses harm nobody and lead nowhere else', async ({ page, product, signIn }) => {
  await signIn(['customer'])
  for (const path of [
    `/page/bugs/list?keywords=${encodeURIComponent(payload)}`,
    `/page/bugs/list/view/${encodeURIComponent(payload)}`,
    `/page/setup?token=${encodeURIComponent(payload.slice(0, 150))}`,
    `/page/${encodeURIComponent(payload)}`,
    '//evil.example/page',
  ]) {
    await page.goto(product.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
    expect(new URL(page.url()).origin).toBe(product.origin)
  }
})

test('a script that gets into the page does not run', async ({ page, quietConsole }) => {
  quietConsole.forgive(/Content Security Policy/)
  await page.goto('/')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.harmed = 1'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg" onload="window.harmed = 1">')
  })
  await expect(page.locator('img[src="/favicon.svg"]')).toBeAttached()
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})
