import { expect, test } from '#testing/browser-test.ts'
import { expectSearch } from '#e2e/list/list-parts.ts'
import { goWithin } from '#e2e/parts/page-parts.ts'
import { daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import { newEmail } from './account.ts'
import { aPerson } from './sample-person.ts'
import { userList, watchUserCalls } from './user-list-parts.ts'

test('the list is for who may see people', async ({ page, product, signIn }) => {
  await test.step('a stranger is sent to the login page, and nothing is asked', async () => {
    const calls = watchUserCalls(page)
    await page.goto('/page/users/list?keywords=x')
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must Be LoggedIn!')
    expect(calls).toEqual([])
  })

  await test.step('somebody without the view permission is sent home', async () => {
    await product.database.pool.query(
      `insert into roles (name, permissions) values ('onlooker', '{}') on conflict do nothing`,
    )
    await signIn(['onlooker'])
    await page.goto('/page/users/list')
    await expect(page).toHaveURL(product.origin + '/')
    await expectToast(page, 'warning', 'Invalid Permission Level!')
  })
})

test('the list is found, shows who is who, and says when there is nobody', async ({ page, product, signIn }) => {
  const word = newWord()
  await signIn(['customer'], { fullName: `${word} Reader` })
  const list = userList(page)

  await test.step('the navigation bar leads to the users', async () => {
    await page.goto('/')
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Users', exact: true }).click()
    await bar.getByRole('link', { name: 'Find Users', exact: true }).click()
    await expect(page).toHaveURL(product.origin + '/page/users/list')
    await expect(page.getByRole('heading', { level: 1, name: 'Users', exact: true })).toBeVisible()
    await expectNoToast(page)
  })

  await test.step('a card says who it is and what roles they hold; customer is red and the others are blue', async () => {
    const email = newEmail()
    await aPerson(product, { fullName: `${word} Both`, roles: ['customer', 'staff', 'admin'], email })
    await aPerson(product, { fullName: `${word} Gone`, roles: [], isDeactivated: true })
    await goWithin(page, `/page/users/list?keywords=${word}`)

    const badges = list.card(`${word} Both`).locator('.badge')
    await expect(badges).toHaveText(['admin', 'customer', 'staff'])
    await expect(badges.nth(1)).toHaveAttribute('data-tone', 'red')
    for (const index of [0, 2]) await expect(badges.nth(index)).toHaveAttribute('data-tone', 'blue')
    await expect(list.card(`${word} Gone`)).toContainText('No roles')
    await expect(list.card(`${word} Gone`)).toContainText('Deactivated')
    await expect(list.card(`${word} Reader`)).toContainText('you')
    await expect(list.card(`${word} Both`)).not.toContainText('you')
  })

  await test.step('nobody found is said in a badge, with the way back to everybody', async () => {
    await goWithin(page, `/page/users/list?keywords=${newWord()}&role=no-such-role`)
    await expect(list.none).toBeVisible()
    await expect(list.none).toHaveClass(/badge/)
    await expect(list.range).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all users' }).click()
    await expectSearch(page, {})
    await expect(list.cards.first()).toBeVisible()
  })

  await test.step('a minimum age above the maximum says so beside the fields, and asks for nothing', async () => {
    const nobody = newWord()
    await goWithin(page, `/page/users/list?keywords=${nobody}`)
    await expect(list.none).toBeVisible()
    const calls = watchUserCalls(page)
    await list.toggleFilters.click()
    await list.minAge.fill('9')
    await list.maxAge.fill('3')
    await list.search.click()
    await expect(list.minAge).toHaveAccessibleDescription('The minimum age must not be greater than the maximum age.')
    await expect(list.minAge).toHaveAttribute('aria-invalid', 'true')
    await expectSearch(page, { keywords: nobody })
    expect(calls).toEqual([])

    await page.goto('/page/users/list?minAge=9&maxAge=3')
    await expect(list.none).toBeVisible()
    await expect(list.minAge).toHaveAccessibleDescription('The minimum age must not be greater than the maximum age.')
    expect(calls).toEqual([])
  })
})

test('only who edits users has an Edit button and sees an e-mail', async ({ page, product, signIn }) => {
  for (const [role, mayEdit] of [
    ['customer', false],
    ['staff', false],
    ['support', false],
    ['admin', true],
  ] as const) {
    await test.step(`${role}: ${mayEdit ? 'an Edit button and the e-mail' : 'neither an Edit button nor an e-mail'} on a card`, async () => {
      await signIn([role])
      const word = newWord()
      const email = newEmail()
      const userId = await aPerson(product, { fullName: `${word} Somebody`, email })
      const list = userList(page)
      await page.goto(`/page/users/list?keywords=${word}`)
      const card = list.card(`${word} Somebody`)
      await expect(card).toBeVisible()
      const edit = card.getByRole('link', { name: /^Edit/ })
      if (!mayEdit) {
        await expect(edit).toHaveCount(0)
        await expect(page.getByText(email)).toHaveCount(0)
        return
      }
      await expect(card.getByText(email, { exact: true })).toBeVisible()
      await expect(edit).toHaveAccessibleName(`Edit ${word} Somebody`)
      await edit.click()
      await expect(page).toHaveURL(`${product.origin}/page/users/list/edit/${userId}`)
    })
  }
})

test('the list is filtered, sorted and paged', async ({ page, product, signIn }) => {
  await signIn(['customer'])
  const list = userList(page)

  await test.step('each filter narrows the list, and nothing is asked before Search is pressed', async () => {
    const word = newWord()
    await aPerson(product, { fullName: `${word} Ada`, roles: ['customer'], createdOn: daysAgo(1) })
    await aPerson(product, { fullName: `${word} Alan`, roles: ['staff'], createdOn: daysAgo(3) })
    await aPerson(product, { fullName: `${word} Grace`, roles: ['staff', 'customer'], createdOn: daysAgo(5) })
    const names = (...some: string[]) => some.map((name) => `${word} ${name}`)
    const calls = watchUserCalls(page)
    await page.goto(`/page/users/list?keywords=${word}`)
    await expect(list.names).toHaveText(names('Ada', 'Alan', 'Grace'))
    expect(calls.map(String)).toEqual([`keywords=${word}`])

    await list.keywords.fill(`${word} al`)
    expect(calls).toHaveLength(1)
    await list.keywords.press('Enter')
    await expect(list.names).toHaveText(names('Alan'))

    await list.toggleFilters.click()
    await list.keywords.fill(word)
    await expect(list.role.getByRole('option')).toContainText(['Any', 'admin', 'customer', 'staff', 'support'])
    await list.role.selectOption('staff')
    await list.search.click()
    await expect(list.names).toHaveText(names('Alan', 'Grace'))
    await expectSearch(page, { keywords: word, role: 'staff' })

    await list.role.selectOption({ label: 'Any' })
    await list.minAge.fill('2')
    await list.maxAge.fill('4')
    await list.search.click()
    await expect(list.names).toHaveText(names('Alan'))
    await expectSearch(page, { keywords: word, minAge: '2', maxAge: '4' })

    await list.toggleFilters.click()
    await expect(list.chips).toHaveText([
      `Remove Keywords: ${word}`,
      'Remove At least 2 days old',
      'Remove At most 4 days old',
    ])
    await list.chips.nth(1).click()
    await expect(list.names).toHaveText(names('Ada', 'Alan'))
    await list.clear.click()
    await expectSearch(page, {})
    await expect(list.keywords).toHaveValue('')
    await list.keywords.fill('typed and not searched')
    await list.clear.click()
    await expect(list.keywords).toHaveValue('')
  })

  await test.step('people are sorted by each of the five orders, and the other way round', async () => {
    const word = newWord()
    const person = (fullName: string, givenName: string, familyName: string, role: string, days: number) =>
      aPerson(product, {
        fullName: `${word} ${fullName}`,
        givenName,
        familyName,
        roles: [role],
        createdOn: daysAgo(days),
      })
    await person('one', 'beta', 'Gamma', 'support', 1)
    await person('two', 'Alpha', 'beta', 'staff', 2)
    await person('three', 'Gamma', 'Alpha', 'customer', 3)
    await goWithin(page, `/page/users/list?keywords=${word}`)
    const expectOrder = (...order: string[]) => expect(list.names).toHaveText(order.map((name) => `${word} ${name}`))
    await expectOrder('one', 'two', 'three')
    await list.toggleFilters.click()
    await expect(list.sortBy.getByRole('option')).toHaveText(['Given name', 'Family name', 'Role', 'Newest', 'Oldest'])
    await expect(list.sortBy).toHaveValue('newest')

    for (const [sort, order] of [
      ['givenName', ['two', 'one', 'three']],
      ['familyName', ['three', 'two', 'one']],
      ['role', ['three', 'two', 'one']],
      ['oldest', ['three', 'two', 'one']],
    ] as const) {
      await list.sortBy.selectOption(sort)
      await list.search.click()
      await expectSearch(page, { keywords: word, sortBy: sort })
      await expectOrder(...order)
    }
    await list.sortBy.selectOption('givenName')
    await list.invert.check()
    await list.search.click()
    await expectSearch(page, { keywords: word, sortBy: 'givenName', sortByInvert: 'true' })
    await expectOrder('three', 'one', 'two')
  })

  await test.step('pages: five people each, the last page for one past the end, and Back restores', async () => {
    const word = newWord()
    for (let index = 1; index <= 7; index++) {
      await aPerson(product, { fullName: `${word} ${index}`, createdOn: daysAgo(index) })
    }
    await goWithin(page, `/page/users/list?keywords=${word}`)
    await expect(list.range).toHaveText('Showing 1 to 5 of 7 results')
    await expect(list.cards).toHaveCount(5)
    await list.pager.getByRole('button', { name: 'Next page' }).click()
    await expect(list.range).toHaveText('Showing 6 to 7 of 7 results')
    await expectSearch(page, { keywords: word, pageNumber: '2' })
    await page.goBack()
    await expect(list.range).toHaveText('Showing 1 to 5 of 7 results')

    await page.getByLabel('Per page').selectOption('10')
    await expect(list.range).toHaveText('Showing 1 to 7 of 7 results')
    await expect(list.pager).toHaveCount(0)
    await expectSearch(page, { keywords: word, pageSize: '10' })

    // The chosen size is kept for addresses that name none.
    await page.getByLabel('Per page').selectOption('5')
    await expect(list.range).toHaveText('Showing 1 to 5 of 7 results')
    await page.goto(`/page/users/list?keywords=${word}&pageNumber=99`)
    await expect(list.range).toHaveText('Showing 6 to 7 of 7 results')
    await expectSearch(page, { keywords: word, pageNumber: '2' })
  })
})

test('a failed read says so, keeps the filters, and can be tried again', async ({
  page,
  product,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(failedCall)
  await signIn(['customer'])
  const word = newWord()
  await aPerson(product, { fullName: `${word} Ada` })
  const list = userList(page)
  await page.route('**/api/user/list*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`/page/users/list?keywords=${word}`)
  await expect(page.getByText('The users could not be loaded')).toBeVisible()
  await expect(list.keywords).toHaveValue(word)
  await page.unroute('**/api/user/list*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(list.names).toHaveText([`${word} Ada`])
  await dismissToasts(page)
})
