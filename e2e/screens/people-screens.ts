import { openInstallationKey } from '#server/config/installation-key.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { AccountLinks } from '#server/features/accounts/public.ts'
import { lessToken } from '#server/features/mail/less-links.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { userList } from '#e2e/people/user-list-parts.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const oneWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafer'
/** Settings of an installation with mail, which nothing takes. */
const sendsMail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'bugs@mothlight.example',
  PUBLIC_URL: 'https://bugs.example.test',
}
const allRoles = ['admin', 'customer', 'staff', 'support']

/** Eight people of all kinds, with the longest of names. @returns the word they are found by */
async function aCrowd({ product }: Stage): Promise<string> {
  const word = newWord()
  for (let index = 0; index < 8; index++) {
    await aPerson(product, {
      fullName: `${word} ${[longName, oneWord, 'Bo'][index % 3]} ${index}`,
      email: `${word}-${index % 2 ? oneWord : 'short'}-${index}@example.test`,
      roles: allRoles.slice(0, index % 5),
      isDeactivated: index === 7,
    })
  }
  return word
}

/** The screens about people, in every state that looks different. */
export const peopleScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'user list': async (stage) => {
    await stage.signIn(['admin'], { fullName: longName })
    await stage.page.goto(`/page/users/list?keywords=${await aCrowd(stage)}&pageSize=6`)
    await expect(userList(stage.page).cards).toHaveCount(6)
  },
  'user list of a customer, with the filters open and ages that contradict': async (stage) => {
    await stage.signIn(['customer'])
    await stage.page.goto(`/page/users/list?keywords=${await aCrowd(stage)}&role=staff`)
    await expect(userList(stage.page).cards.first()).toBeVisible()
    await userList(stage.page).toggleFilters.click()
    await userList(stage.page).minAge.fill('9')
    await userList(stage.page).maxAge.fill('3')
    await expect(userList(stage.page).minAge).toHaveAttribute('aria-invalid', 'true')
  },
  'user list without results': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto(`/page/users/list?keywords=${newWord()}&role=staff&sortBy=role`)
    await expect(userList(page).none).toBeVisible()
  },
  'a user being edited, with wrong fields': async ({ page, product, signIn }) => {
    await signIn(['admin'])
    const userId = await aPerson(product, {
      fullName: oneWord,
      roles: allRoles,
      email: `${newWord()}-${oneWord}@example.test`,
    })
    await page.goto(`/page/users/list/edit/${userId}`)
    await page.getByLabel('Given Name').fill('')
    await page.getByLabel('New Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Submit Updates' }).click()
    await expect(page.getByText('Given Name must not be empty.')).toBeVisible()
  },
  'an unknown user': async ({ page, signIn }) => {
    await signIn(['admin'])
    await page.goto('/page/users/list/edit/nonsense')
    await expect(page.getByText('There is no user at this address')).toBeVisible()
  },
  profile: async ({ page, signIn }) => {
    await signIn(allRoles, { fullName: oneWord })
    await page.goto('/page/users/me')
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  },
  'adding a user, with an invitation that is over': async ({ page, product, signIn }) => {
    const { userId } = await signIn(['admin'], { fullName: longName })
    await product.database.pool.query(
      `insert into account_links (id, purpose, email, made_by, expires_on) values ($1, 'invite', $2, $3, now())`,
      [newRecordId(), `${newWord()}-${oneWord}@example.test`, userId],
    )
    await page.goto('/page/users/add')
    await expect(page.getByText('Expired').first()).toBeVisible()
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  },
  'several people being invited, of whom some can’t be': async ({ page, product, signIn }) => {
    await signIn(['admin'])
    const word = newWord()
    const email = `${word}-${oneWord}@example.test`
    await aPerson(product, { fullName: longName, email, roles: allRoles, isDeactivated: true })
    await page.goto('/page/users/add')
    const people = [`${longName} <${word}-new@example.test>`, email, oneWord.repeat(2)]
    await page.getByLabel('Email', { exact: true }).fill(people.join('\n'))
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByText('1 of 3 invited')).toBeVisible()
  },
  'a link for a password that is too old': async ({ page, openProduct }) => {
    const product = await openProduct(sendsMail)
    const id = newRecordId()
    await product.database.pool.query(
      `insert into account_links (id, purpose, email, expires_on) values ($1, 'reset', 'ann@example.test', now())`,
      [id],
    )
    const links = new AccountLinks(openInstallationKey(product.config))
    await page.goto(product.origin + links.pathOf({ id, purpose: 'reset' }, 'mailed'))
    await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  },
  'a forgotten password without mail': async ({ page }) => {
    await page.goto('/page/login/forgot')
    await expect(page.getByText('This installation sends no mail.')).toBeVisible()
  },
  'profile with quiet hours': async ({ page, context, openProduct }) => {
    const product = await openProduct(sendsMail)
    const person = await product.person(['customer'], { fullName: longName })
    await person.call(setPreferences, { body: { quietHours: { from: '22:00', to: '07:00' } } })
    await giveSession(context, product.origin, person.cookie ?? '')
    await page.goto(`${product.origin}/page/users/me`)
    await page.getByLabel('To', { exact: true }).fill('22:00')
    await page.keyboard.press('Enter')
    await expect(page.getByText('“From” and “To” are the same.')).toBeVisible()
  },
  'fewer mails about a bug': async ({ page }) => {
    await page.goto('/page/mail/less?token=bug.none')
    await expect(page.getByRole('button', { name: 'Nothing more about this bug' })).toBeVisible()
  },
  'no more mails about bugs': async ({ page, product }) => {
    const { userId } = await product.person(['customer'])
    const token = lessToken(openInstallationKey(product.config), { about: 'all', userId })
    await page.goto(`/page/mail/less?token=${token}`)
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByText('turns them on again')).toBeVisible()
  },
  'fewer mails by a link that was cut off': async ({ page }) => {
    await page.goto('/page/mail/less?token=chat.none')
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByText('This link doesn’t work')).toBeVisible()
  },
  'answers of the chat by mail': async ({ page }) => {
    await page.goto('/page/mail/chat?token=none')
    await expect(page.getByRole('button', { name: 'Mail me the answers' })).toBeVisible()
  },
  'a link that ended': async ({ page }) => {
    await page.goto('/page/login/invitation?token=none')
    await expect(page.getByText('This link can’t be used any more')).toBeVisible()
  },
  'profile of the demo account, being edited': async ({ page, product, signIn }) => {
    const { userId } = await signIn(['staff'], { fullName: longName })
    await product.database.pool.query('update users set is_demo = true where id = $1', [userId])
    await page.goto('/page/users/me')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByLabel('Full Name')).toBeVisible()
  },
  'profile with the password change open': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/users/me')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
  },
  'assign page': async ({ page, product, signIn }) => {
    const { userId } = await signIn(['staff'])
    await page.goto(`/page/bugs/assignUser/${await aBug(product, userId, { title: `The ${oneWord} is late` })}`)
    await expect(page.getByRole('radio')).toHaveCount(1)
  },
  'assign page with somebody chosen': async (stage) => {
    const { page, product, signIn } = stage
    const { userId } = await signIn(['staff'], { fullName: oneWord })
    const word = await aCrowd(stage)
    await page.goto(`/page/bugs/assignUser/${await aBug(product, userId, { assignedTo: userId })}`)
    await page.getByLabel('Name', { exact: true }).fill(word)
    await page.getByRole('button', { name: 'Search by Name' }).click()
    await page.getByRole('radio').nth(2).check()
    await expect(page.getByText('Selected User')).toHaveCount(1)
  },
  'assign page without a bug': async ({ page, signIn }) => {
    await signIn(['staff'])
    await page.goto('/page/bugs/assignUser')
    await expect(page.getByText('No Bug Id Specified! Cant Assign a User!')).toBeVisible()
  },
}
