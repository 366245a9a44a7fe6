import { hasPermission } from '#shared/auth/contract.ts'
import { assignBug, viewBug } from '#shared/bugs/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { goWithin } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { failedCall, refusal } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const assignPath = (bugId: string) => `/page/bugs/assignUser/${bugId}`
const addresses = ['/page/bugs/assignUser/', assignPath('f'.repeat(24))]

/** The parts of the assign page. */
function assignPage(page: Page) {
  const main = page.getByRole('main')
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Assign User To Bug', exact: true }),
    bug: main.getByRole('region', { name: 'Original bug' }),
    name: main.getByLabel('Name', { exact: true }),
    searchByName: main.getByRole('button', { name: 'Search by Name', exact: true }),
    id: main.getByLabel('User Id', { exact: true }),
    searchById: main.getByRole('button', { name: 'Search by Id', exact: true }),
    foundHeading: main.getByRole('heading', { name: 'Users Found', exact: true }),
    found: main.getByRole('list', { name: 'Users Found' }).getByRole('listitem'),
    likely: main.getByRole('list', { name: 'Likely Users' }).getByRole('listitem'),
    choice: (name: string) => main.getByRole('radio', { name }),
    none: main.getByText('No Found Users!', { exact: true }),
    selected: main.locator('.assign-selected').getByRole('status').first(),
    assign: main.getByRole('button', { name: 'Assign User', exact: true }),
  }
}

/** Opens the screen for a bug within the page that is open. */
async function openWithin(page: Page, bugId: string): Promise<void> {
  await dismissToasts(page)
  await goWithin(page, assignPath(bugId))
  await expect(assignPage(page).bug).toContainText(bugId)
  await expectToast(page, 'success', 'valid Bug Id! Bug Loaded!')
  await dismissToasts(page)
}

/** The addresses that the page asks for people. */
function watchSearches(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/api\/user\/([0-9a-f]{24}|list)$/.test(url.pathname)) calls.push(url.pathname + url.search)
  })
  return calls
}

test('who may see bugs and not assign them is sent home', async ({ page, product, signIn }) => {
  await signIn(['customer', 'support'])
  for (const path of addresses) {
    await page.goto(path)
    await expect(page).toHaveURL(product.origin + '/')
    await expectToast(page, 'warning', 'Invalid Permissions To Assign User!')
  }
})

test('the check of the permission is refused', async ({ page, product, signIn }) => {
  await signIn(['staff'])
  await page.route(`**${hasPermission.path}`, (route) => route.fulfill(refusal))
  for (const path of addresses) {
    await test.step(`${path} sends home when the check of the permission is refused`, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'error', 'Error Checking Permissions for Assign User!')
    })
  }
})

test('the permission can’t be checked', async ({ page, product, signIn, quietConsole }) => {
  quietConsole.forgive(failedCall)
  await signIn(['staff'])
  await page.route(`**${hasPermission.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  for (const path of addresses) {
    await test.step(`${path} opens by what is known when the permission can’t be checked`, async () => {
      await page.goto(path)
      await expect(assignPage(page).heading).toBeVisible()
      await expect(page).toHaveURL(product.origin + path)
      await expect(toasts(page).filter({ hasText: 'Error Checking' })).toHaveCount(0)
    })
  }
})

test('staff are told when there is nothing to assign, nobody to assign it to, or nobody chosen', async ({
  page,
  product,
  signIn,
}) => {
  const staff = await signIn(['staff'])
  const screen = assignPage(page)

  await test.step('without a bug there is nothing to assign', async () => {
    await page.goto('/page/bugs/assignUser/')
    await expect(screen.heading).toBeVisible()
    await expect(page.getByText('No Bug Id Specified! Cant Assign a User!', { exact: true })).toBeVisible()
    await expectToast(page, 'error', 'No Bug Id Specified!')
    await expect(screen.assign).toHaveCount(0)
    await expect(screen.searchByName).toHaveCount(0)
  })

  for (const bugId of ['f'.repeat(24), 'nonsense']) {
    await test.step(`the unknown bug ${bugId} can’t be assigned`, async () => {
      await goWithin(page, '/')
      await expect(screen.heading).toHaveCount(0)
      await dismissToasts(page)
      await goWithin(page, assignPath(bugId))
      await expect(page.getByText('Invalid Bug Id Specified! Cant Assign a User!', { exact: true })).toBeVisible()
      await expectToast(page, 'error', 'Invalid Bug Id Specified!')
      await expect(screen.assign).toHaveCount(0)
    })
  }

  await test.step('without somebody chosen nothing is sent, and the page says what is missing', async () => {
    const bugId = await aBug(product, staff.userId)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url())
    })
    await openWithin(page, bugId)
    await screen.assign.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Choose a user first.')
    expect(sent).toEqual([])
  })

  await test.step('finding nobody is said and empties the list', async () => {
    const bugId = await aBug(product, staff.userId)
    const word = newWord()
    await aPerson(product, { fullName: `${word} Ada` })
    await openWithin(page, bugId)
    // Some of these are the addresses of other calls.
    for (const id of ['f'.repeat(24), 'nonsense', '', 'me', 'list', 'loginStatus', 'permissions', '../bug/list']) {
      await screen.name.fill(word)
      await screen.searchByName.click()
      await expect(screen.found).toHaveCount(1)
      await dismissToasts(page)
      await screen.id.fill(id)
      await screen.searchById.click()
      await expectToast(page, 'warning', 'No Users Found!')
      await expect(screen.found).toHaveCount(0)
      await expect(screen.none).toBeVisible()
      await expect(screen.selected).not.toContainText(word)
    }
    await dismissToasts(page)
    await screen.name.fill(newWord())
    await screen.name.press('Enter')
    await expectToast(page, 'warning', 'No Users Found!')
  })

  await test.step('Enter in the list of people chooses nobody who is not called so', async () => {
    const word = newWord()
    const bugId = await aBug(product, staff.userId)
    await aPerson(product, { fullName: `${word} Ada` })
    await aPerson(product, { fullName: `${word} Zita` })
    await openWithin(page, bugId)
    await page.getByRole('button', { name: 'Choose…', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Choose somebody' })).toBeFocused()
    await page.keyboard.type(word)
    await expect(page.getByRole('option')).toHaveCount(2)
    // The answer comes later than the key.
    let letGo = () => {}
    const isPressed = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/user\/list\?.*zi/, async (route) => {
      await isPressed
      await route.fallback().catch(() => {})
    })
    await page.keyboard.type(' zi')
    await page.keyboard.press('Enter')
    letGo()
    await expect(screen.selected).toContainText(`${word} Zita`)
  })
})

test('staff find somebody and assign a bug to them', async ({ page, product, signIn }) => {
  const staff = await signIn(['staff'])
  const screen = assignPage(page)

  await test.step('from the bug’s menu to its new assignee, by name', async () => {
    const word = newWord()
    const bugId = await aBug(product, staff.userId, { title: `${word} lamp` })
    const ada = await aPerson(product, { fullName: `${word} Ada` })
    await aPerson(product, { fullName: `${word} Alan` })
    await page.goto(`/page/bugs/list?keywords=${word}`)
    await page
      .getByRole('list', { name: 'Bugs' })
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Assign User', exact: true }).click()

    await expect(page).toHaveURL(product.origin + assignPath(bugId))
    await expect(screen.heading).toBeVisible()
    await expectToast(page, 'success', 'valid Bug Id! Bug Loaded!')
    await dismissToasts(page)
    await expect(screen.bug).toContainText(`${word} lamp`)
    await expect(screen.bug).toContainText('Unassigned')
    await expect(screen.foundHeading).toBeVisible()
    // Before a search likely people are named apart, and nothing says that nobody was found.
    await expect(screen.likely).toHaveCount(1)
    await expect(screen.likely).toContainText(staff.userId)
    await expect(screen.found).toHaveCount(0)
    await expect(screen.none).toHaveCount(0)

    const searches = watchSearches(page)
    await screen.name.fill(word)
    await screen.searchByName.click()
    await expect(screen.found).toHaveCount(2)
    await expect(screen.likely).toHaveCount(0)
    await expect(screen.none).toHaveCount(0)
    expect(searches).toHaveLength(1)
    expect(searches[0]).toContain(`/api/user/list?keywords=${word}`)
    await expect(screen.selected).not.toContainText(word)

    await screen.choice(`${word} Ada`).check()
    await expect(screen.selected).toContainText(`${word} Ada`)
    await expect(screen.selected).toContainText(ada)

    const reloaded = page.waitForResponse((answer) => {
      return new URL(answer.url()).pathname === `/api/bug/${bugId}` && answer.request().method() === 'GET'
    })
    await screen.assign.click()
    await expectToast(page, 'success', 'Assigned User!')
    await reloaded
    await expect(screen.bug).toContainText(`${word} Ada`)
    await expect(screen.selected).not.toContainText(word)
    const { result } = (await staff.call(viewBug, { params: { bugId } })).body
    expect(result.assigned).toMatchObject({ assignedTo: ada, fullName: `${word} Ada` })

    await page.getByRole('button', { name: 'View bug' }).click()
    await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${bugId}`)
    await expect(page.getByRole('complementary').getByText(`${word} Ada`)).toBeVisible()
  })

  await test.step('somebody is found by their id, and chosen at once', async () => {
    const bugId = await aBug(product, staff.userId)
    const word = newWord()
    const ada = await aPerson(product, { fullName: `${word} Ada` })
    await openWithin(page, bugId)
    const searches = watchSearches(page)
    await screen.id.fill(` ${ada.toUpperCase()} `)
    await screen.id.press('Enter')
    await expect(screen.choice(`${word} Ada`)).toBeChecked()
    await expect(screen.selected).toContainText(`${word} Ada`)
    await expect(screen.selected).toContainText(ada)
    expect(searches).toEqual([`/api/user/${ada}?keywords=${ada}`])
    await screen.choice(`${word} Ada`).press('Control+Enter')
    await expectToast(page, 'success', 'Assigned User!')
  })

  await test.step('Ctrl+Enter in the search assigns whom it has found, and searches for what was typed since', async () => {
    const word = newWord()
    const bugId = await aBug(product, staff.userId)
    const ada = await aPerson(product, { fullName: `${word} Ada` })
    await openWithin(page, bugId)
    await expect(screen.foundHeading).toBeVisible()
    await screen.name.fill(word)
    await screen.name.press('Control+Enter')
    await expect(screen.selected).toContainText(`${word} Ada`)
    await dismissToasts(page)
    await screen.name.press('Control+Enter')
    await expectToast(page, 'success', 'Assigned User!')
    const { rows } = await product.database.pool.query('select assigned_to from bugs where id = $1', [bugId])
    expect(rows).toEqual([{ assigned_to: ada }])
    await dismissToasts(page)

    await screen.choice(`${word} Ada`).check()
    await screen.name.fill(`${word} nobody`)
    await screen.name.press('Control+Enter')
    await expectToast(page, 'warning', 'No Users Found!')
    await expect(screen.selected).not.toContainText(word)
  })

  await test.step('who is assigned now and who is deactivated can be seen; the latter can’t be chosen', async () => {
    const word = newWord()
    const ada = await aPerson(product, { fullName: `${word} Ada` })
    await aPerson(product, { fullName: `${word} Gone`, isDeactivated: true })
    const bugId = await aBug(product, staff.userId, { assignedTo: ada })
    await openWithin(page, bugId)
    await expect(screen.bug).toContainText(`${word} Ada`)
    await screen.name.fill(word)
    await screen.searchByName.click()
    await expect(screen.found.filter({ hasText: `${word} Ada` })).toContainText('Assigned now')
    await expect(screen.found.filter({ hasText: `${word} Gone` })).toContainText('Deactivated')
    await expect(screen.choice(`${word} Gone`)).toBeDisabled()
  })

  await test.step('many people: the first twenty, and a word about the others', async () => {
    const word = newWord()
    for (let index = 0; index < 21; index++) await aPerson(product, { fullName: `${word} ${index}` })
    await openWithin(page, await aBug(product, staff.userId))
    await screen.name.fill(word)
    await screen.searchByName.click()
    await expect(screen.found).toHaveCount(20)
    await expect(page.getByText('These are the first 20 of 21.')).toBeVisible()
  })
})

test('a server that fails is said, and nothing chosen or typed is lost', async ({
  page,
  product,
  signIn,
  quietConsole,
  whileEventsFail,
}) => {
  quietConsole.forgive(failedCall)
  const staff = await signIn(['staff'])
  const screen = assignPage(page)

  await test.step('a failed assignment says so, and keeps who was chosen', async () => {
    const word = newWord()
    await aPerson(product, { fullName: `${word} Ada` })
    const bugId = await aBug(product, staff.userId)
    await page.goto(assignPath(bugId))
    await screen.name.fill(word)
    await screen.searchByName.click()
    await expect(screen.choice(`${word} Ada`)).toBeChecked()
    await dismissToasts(page)
    await whileEventsFail('bug-assigned', async () => {
      const answered = page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === assignBug.path.replace(':bugId', bugId),
      )
      await screen.assign.click()
      expect((await answered).status()).toBe(500)
      await expectToast(page, 'error', 'Error Assigning User!')
    })
    await expect(screen.selected).toContainText(`${word} Ada`)
    await expect(screen.bug).toContainText('Unassigned')
  })

  await test.step('a failed search says so, is no empty result, and can be tried again', async () => {
    const word = newWord()
    await aPerson(product, { fullName: `${word} Ada` })
    await openWithin(page, await aBug(product, staff.userId))
    await page.route('**/api/user/list*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await screen.name.fill(word)
    await screen.searchByName.click()
    await expect(page.getByText('The search failed')).toBeVisible()
    await expect(toasts(page)).not.toContainText(['No Users Found!'])
    await page.unroute('**/api/user/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(screen.choice(`${word} Ada`)).toBeChecked()
    await expect(page.getByText('The search failed')).toHaveCount(0)
  })
})
