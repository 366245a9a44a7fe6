import { viewBug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { expect, type Product, test } from '#testing/browser-test.ts'
import { editAny, editForm } from '#e2e/parts/edit-form.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord, keyOf } from '#e2e/parts/sample-bug.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import type { Page } from '@playwright/test'

const description = (page: Page) => page.getByRole('region', { name: 'Description' })
const steps = (page: Page) => page.getByRole('region', { name: 'Steps to Reproduce' })
const open = (page: Page, id: string) => page.goto(`/page/bugs/list/view/${id}`)

/** In light and in dark. */
async function noDefects(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const asked = colorScheme === 'dark' ? 'everything' : 'colours'
    expect(await accessibilityDefects(page, asked), colorScheme).toEqual([])
  }
}

/** Somebody whose name nobody else has. */
async function somebody(product: Product, beginning: string) {
  const fullName = `${beginning} ${newWord()}`
  return { fullName, ...(await product.person(['customer'], { fullName })) }
}

test('a bug’s texts are shown as Markdown, and their line ends stay', async ({ page, product, signIn }) => {
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, {
    description: [
      '# Sync fails\nIt is **bad** since `4.2`,\nsee https://docs.example/a_(b).',
      '- [x] restart\n- [ ] reinstall',
      '| Device | Result |\n|---|--:|\n| Pixel | fails |',
      '> quoted',
      'java.lang.Error: no\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)',
      '![shot](https://a.example/shot.png) [bad](javascript:alert(1)) <b>not bold</b>',
    ].join('\n\n'),
    stepsToReproduce: 'Step 1: Open **it**\nStep 2: Look',
  })
  await open(page, id)
  const text = description(page)
  await expect(text.getByRole('heading', { level: 3, name: 'Sync fails' })).toBeVisible()
  await expect(text.locator('strong')).toHaveText('bad')
  const lines = text.locator('p').first()
  expect(await lines.evaluate((node) => (node as HTMLElement).innerText.split('\n').length)).toBe(2)
  await expect(text.getByRole('link', { name: 'https://docs.example/a_(b)', exact: true })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  )
  await expect(text.getByRole('checkbox', { name: 'restart' })).toBeChecked()
  await expect(text.getByRole('checkbox', { name: 'reinstall' })).toBeDisabled()
  await expect(text.getByRole('cell', { name: 'fails' })).toBeVisible()
  await expect(text.getByRole('blockquote')).toHaveText('quoted')
  await expect(text.locator('pre')).toContainText('\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)')
  await expect(text.locator('img')).toHaveCount(0)
  await expect(text.getByRole('link', { name: 'shot' })).toHaveAttribute('href', 'https://a.example/shot.png')
  await expect(text.getByRole('link', { name: 'bad' })).toHaveCount(0)
  await expect(text.getByText('<b>not bold</b>')).toBeVisible()
  await expect(steps(page).getByRole('listitem')).toHaveText(['Open it', 'Look'])
  await noDefects(page)
})

test('plain text is not read as anything else while the reader of Markdown is on its way', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { description: 'Just **words**', stepsToReproduce: 'Look\nagain' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/rendered-markdown*.js', async (route) => {
    await held
    await route.continue()
  })
  await open(page, id)
  await expect(description(page).getByText('Just **words**')).toBeVisible()
  letGo()
  await expect(description(page).locator('strong')).toHaveText('words')
})

test('a button copies a block of code', async ({ page, product, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { description: '```sh\nnpm ci\nnpm start\n```' })
  await open(page, id)
  await description(page).getByRole('button', { name: 'Copy the code' }).click()
  await expect(description(page).getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm ci\nnpm start')
})

test('a code of eight digits leads to the bug that it means, and is text where it means none', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const original = await aBug(product, me.userId, { title: 'The original lamp', status: 'Resolved' })
  const id = await aBug(product, me.userId, {
    description: `Like #${shortId(original)}, not #ffffffff or \`#${shortId(original)}\``,
  })
  await open(page, id)
  const links = description(page).getByRole('link')
  await expect(links).toHaveCount(1)
  await expect(links).toHaveAccessibleName(`#${shortId(original)} The original lamp (closed)`)
  await links.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The original lamp')
})

test('people and bugs are suggested while one types, by keyboard', async ({ page, product, signIn }) => {
  await signIn(['staff'], { fullName: 'Reporting Person' })
  const ada = await somebody(product, 'Adalinde')
  const title = `Moths ${newWord()}`
  const bugId = await aBug(product, ada.userId, { title })
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  const options = page.getByRole('option')
  await form.title.fill('Mentions')
  await form.steps.fill('None')

  await form.description.focus()
  await page.keyboard.type('Ask @adali')
  await expect(options).toHaveText([ada.fullName])
  await expect(page.getByRole('status').filter({ hasText: '1 suggestion.' })).toBeAttached()
  const id = (await options.first().getAttribute('id')) ?? ''
  await expect(form.description).toHaveAttribute('aria-activedescendant', id)
  await noDefects(page)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(form.description).toHaveValue('Ask @adali')
  await page.keyboard.type('n')
  await page.keyboard.press('Backspace')
  await expect(options).toHaveCount(0)

  await form.description.fill('')
  await page.keyboard.type('Ask @adali')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(form.description).toHaveValue(`Ask @${ada.fullName} `)
  await page.keyboard.type(`about #${title.split(' ')[1]}`)
  await expect(options).toHaveCount(1)
  await expect(options).toContainText(`Open: ${title}`)
  await page.keyboard.press('Tab')
  await expect(form.description).toHaveValue(`Ask @${ada.fullName} about ${await keyOf(product, bugId)} `)
  await expect(form.description).toBeFocused()

  // With the list closed the keys are the form's again.
  await page.keyboard.press('Control+Enter')
  await form.linkTo('Mentions').click()
  await expect(description(page).locator('.mention')).toHaveText(`@${ada.fullName}`)
  await expect(description(page).getByRole('link', { name: await keyOf(product, bugId) })).toBeVisible()
})

test('suggestions are walked through, chosen by pointer, and never cover their line', async ({
  page,
  product,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const me = await signIn(['staff'])
  const word = newWord()
  const first = await product.person(['customer'], { fullName: `Ben ${word} One` })
  await product.person(['customer'], { fullName: `Ben ${word} Two` })
  const id = await aBug(product, me.userId)
  await page.goto(editAny(id))
  const field = editForm(page).description
  await field.fill('A line that is long enough to reach the other side, and then ')
  await field.pressSequentially(`@${word}`)
  const options = page.getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true')

  const [list, box] = await boxesOf(page.getByRole('listbox'), field)
  expect(list.x >= box.x - 1 && list.x + list.width <= box.x + box.width + 1).toBe(true)
  expect(await sticksOut(page)).toEqual([])

  const name = (await options.nth(1).textContent()) ?? ''
  await options.nth(1).click()
  await expect(field).toHaveValue(new RegExp(`and then @${name} $`))
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue(new RegExp(`and then @${word}$`))
  expect(first.userId).toBeTruthy()
})

test('who may not see people and bugs is offered none', async ({ page, product, signIn }) => {
  await product.database.pool.query(
    `insert into roles (name, permissions) values ('blind', '{}') on conflict do nothing`,
  )
  await signIn(['blind'])
  const ada = await somebody(product, 'Unseen')
  let isAsked = false
  page.on('request', (request) => (isAsked ||= /user\/list|bug\/list|references/.test(request.url())))
  await page.goto('/page/bugs/report')
  await reportForm(page).description.pressSequentially(`@${ada.fullName} #1a2b3c4d`)
  await page.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(page.locator('.field-preview').getByText(`@${ada.fullName} #1a2b3c4d`)).toBeVisible()
  expect(isAsked).toBe(false)
})

test('a mention in a comment is recorded and marked, for the one who is meant the most', async ({
  page,
  product,
  signIn,
}) => {
  const author = await product.person(['customer'])
  const me = await signIn(['staff'], { fullName: `Mentioned ${newWord()}` })
  const { fullName } = (
    await product.database.pool.query('select full_name as "fullName" from users where id = $1', [me.userId])
  ).rows[0] as { fullName: string }
  const id = await aBug(product, author.userId)
  await open(page, id)
  await page.getByRole('textbox', { name: 'New comment' }).fill(`Hello @${fullName.toLowerCase()}!`)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.locator('.mention[data-me]')).toHaveText(`@${fullName.toLowerCase()}`)
  const { result } = (await author.call(viewBug, { params: { bugId: id } })).body
  expect(result.comments[0]?.mentions).toEqual([{ _id: me.userId, name: fullName.toLowerCase() }])
})

test('the preview shows what will be shown, in a box as high as the field', async ({ page, product, signIn }) => {
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { description: 'Some **words**', stepsToReproduce: '1) a\n2) b' })
  await page.goto(editAny(id))
  const form = editForm(page)
  await expect(form.description).toHaveValue('Some **words**')
  const height = async () => (await boxOf(page.locator('.markdown-field').first())).height
  const before = await height()
  const tabs = page.getByRole('tab')
  await tabs.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(page.getByRole('tabpanel').locator('strong')).toHaveText('words')
  expect(Math.abs((await height()) - before)).toBeLessThan(2)
  await noDefects(page)
  await page.keyboard.press('ArrowLeft')
  await expect(form.description).toBeVisible()
  await tabs.nth(3).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText(['a', 'b'])
})

test('a field that is wrong comes back from its preview to be put right', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  await page.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(page.getByText('Nothing to preview yet.')).toBeVisible()
  await reportForm(page).title.fill('A title')
  await reportForm(page).button.click()
  await expect(reportForm(page).description).toBeFocused()
})

test('keys give selected words a format, and take it away again', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const field = reportForm(page).description
  await field.fill('some words')
  await field.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(field).toHaveValue('**some words**')
  await page.keyboard.press('Control+b')
  await expect(field).toHaveValue('some words')
  await page.keyboard.press('Control+e')
  await expect(field).toHaveValue('`some words`')
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue('some words')
})
