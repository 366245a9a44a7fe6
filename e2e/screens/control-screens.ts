import { insertSession } from '#server/features/auth/public.ts'
import { deleteComment, editComment } from '#shared/comments/contract.ts'
import { createLabel } from '#shared/labels/contract.ts'
import { createComponent, createVersion } from '#shared/parts/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { aFailedJob, jobsPage } from '#e2e/shell/job-parts.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { changeSettings, listSettings } from '#shared/site/settings-contract.ts'
import { aRefusedMail, mailPage } from '#e2e/mail/mail-parts.ts'
import { aRole, rolesPage } from '#e2e/people/role-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { activationParts, aSession, sessionParts } from '#e2e/people/session-parts.ts'
import { dismissToasts } from '#e2e/parts/toasts.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A bug with comments in every state. The reader may edit their own, the last one but one. */
async function aConversation({ page, context, product }: Stage): Promise<void> {
  const reader = await product.person(['staff'], { fullName: longName })
  await giveSession(context, product.origin, reader.cookie ?? '')
  const other = await product.person(['customer'], { fullName: `${longName} ${longWord}` })
  const id = await aBug(product, other.userId)
  await aComment(other, id, longWord.repeat(4))
  const gone = await aComment(other, id, 'words to regret')
  await other.call(deleteComment, { params: { bugId: id, commentId: gone } })
  const edited = await aComment(reader, id, 'As it was')
  await reader.call(editComment, { params: { bugId: id, commentId: edited }, body: { message: 'As it is' } })
  await aComment(other, id, 'The last word')
  await page.goto(`/page/bugs/list/view/${id}`)
  await expect(commentParts(page).entries).toHaveCount(4)
}

/** Whoever has many sessions, one of them from a program with the longest of names. */
async function manySessions({ product }: Stage, userId: string): Promise<void> {
  await aSession(product, userId, 'Firefox on Linux')
  await aSession(product, userId, 'Safari on iPhone')
  await product.inTx((tx) => insertSession(tx, userId, `${longWord.replace('ä', 'a')}/1.0`))
}

/** The screens on which people control what they wrote, who may do what, and who is logged in where. */
export const controlScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a bug’s comments, edited and deleted, with a menu open': async (stage) => {
    await aConversation(stage)
    const { menuOf, entry, item } = commentParts(stage.page)
    await menuOf(entry('As it is')).click()
    await expect(item('Delete')).toBeVisible()
  },
  'a comment being edited, emptied': async (stage) => {
    await aConversation(stage)
    const { menuOf, entry, item, text, save } = commentParts(stage.page)
    await menuOf(entry('As it is')).click()
    await item('Edit').click()
    await text.fill('')
    await save.click()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
  },
  'a comment about to be deleted': async (stage) => {
    await aConversation(stage)
    const { menuOf, entry, item, dialog } = commentParts(stage.page)
    await menuOf(entry(longWord)).first().click()
    await item('Delete').click()
    await expect(dialog).toBeVisible()
  },
  roles: async (stage) => {
    await aRole(stage.product, ['canViewData'])
    await stage.signIn(['admin'], { fullName: longName })
    await stage.page.goto('/page/users/roles')
    await expect(rolesPage(stage.page).row('staff').form).toBeVisible()
  },
  'background jobs, of which some failed': async (stage) => {
    await aFailedJob(stage.product, { reason: `${longWord.repeat(2)} could not be deleted` })
    await aFailedJob(stage.product, { name: 'a-job-of-another-version', reason: null })
    await stage.signIn(['admin'], { fullName: longName })
    await stage.page.goto('/page/users/jobs')
    await expect(jobsPage(stage.page).failed.first()).toBeVisible()
  },
  'mail, of which some was refused': async (stage) => {
    await aRefusedMail(stage.product, {
      address: `${longWord}@example.test`,
      reason: `550 5.1.1 ${longWord.repeat(2)}`,
    })
    await aRefusedMail(stage.product)
    await stage.signIn(['admin'], { fullName: longName })
    await stage.page.goto('/page/users/mail')
    await expect(mailPage(stage.page).unsent.first()).toBeVisible()
  },
  settings: async (stage) => {
    const admin = await stage.product.person(['admin'], { fullName: longName })
    const changes = [{ name: 'bannerText', value: `${longWord} ${longName}`.slice(0, 300) }] as const
    const { result } = (await admin.call(listSettings, {})).body
    const was = result.find(({ name }) => name === 'bannerText')?.value ?? ''
    await admin.call(changeSettings, { body: { changes: changes.map((change) => ({ ...change, was })) } })
    try {
      await stage.signIn(['admin'], { fullName: longName })
      await stage.page.goto('/page/users/settings')
      await stage.page.getByLabel('Product name', { exact: true }).fill('')
      await stage.page.getByLabel('Who may create an account').selectOption('domains')
      await stage.page.getByRole('button', { name: 'Save settings' }).click()
      await expect(stage.page.getByText('Product name must not be empty.')).toBeVisible()
    } finally {
      // The product is that of other tests too.
      await admin.call(changeSettings, {
        body: { changes: [{ name: 'bannerText', value: null, was: changes[0].value }] },
      })
    }
  },
  products: async (stage) => {
    const { userId } = await stage.signIn(['admin'], { fullName: longName })
    const key = newWord().slice(0, 8).toUpperCase()
    // Of those who see it alone: the screens of all others stay as they are.
    const body = { key, name: longWord.slice(0, 60), description: longName, isOpen: false }
    const admin = await stage.product.person(['admin'])
    const { _id: productId } = (await admin.call(createProduct, { body })).body.result
    await admin.call(addProductMember, { params: { productId, userId } })
    await aBug(stage.product, userId, { product: longWord })
    await stage.page.goto('/page/products')
    await expect(stage.page.getByText(key)).toBeVisible()
    await expect(stage.page.getByRole('button', { name: 'Make a product of it' }).first()).toBeVisible()
  },
  labels: async (stage) => {
    await stage.signIn(['staff'], { fullName: longName })
    const staff = await stage.product.person(['staff'])
    const name = newWord()
    await staff.call(createLabel, { body: { name, tone: 'teal', description: longName } })
    await staff.call(createLabel, { body: { name: `${longWord.slice(0, 60)} ${name}` } })
    await stage.page.goto('/page/bugs/labels')
    await expect(stage.page.getByText(name, { exact: true })).toBeVisible()
  },
  'the components and versions of a product': async (stage) => {
    const { userId } = await stage.signIn(['admin'], { fullName: longName })
    const key = newWord().slice(0, 8).toUpperCase()
    const admin = await stage.product.person(['admin'], { fullName: longName })
    const body = { key, name: longWord.slice(0, 60), isOpen: false }
    const { _id: productId } = (await admin.call(createProduct, { body })).body.result
    const params = { productId }
    await admin.call(addProductMember, { params: { productId, userId } })
    const named = { name: longWord.slice(0, 100), description: longName, defaultAssignee: admin.userId }
    await admin.call(createComponent, { params, body: named })
    const { _id: version } = (
      await admin.call(createVersion, { params, body: { name: longWord.slice(0, 100), dueOn: '2020-01-31' } })
    ).body.result
    const bugId = await aBug(stage.product, userId)
    await stage.product.database.pool.query(
      `update bugs set product_number = p.number, number = nextval(('bug_numbers_' || p.number)::regclass), fixed_version_id = $3
        from products p where p.id = $2 and bugs.id = $1`,
      [bugId, productId, version],
    )
    await stage.page.goto(`/page/products/${productId}`)
    await expect(stage.page.getByRole('link', { name: '1 left' })).toBeVisible()
  },
  'roles with changes refused, and a new one': async (stage) => {
    const name = await aRole(stage.product, ['canViewData'])
    const clerk = await aRole(stage.product, ['canViewData', 'canEditAnyUser'])
    await stage.signIn([clerk])
    await stage.page.goto('/page/users/roles')
    const roles = rolesPage(stage.page)
    await roles.row(name).box('Close bugs').check()
    await roles.row(name).save.click()
    await expect(roles.row(name).refusal).toBeVisible()
    await roles.row('staff').box('View data').uncheck()
    await roles.add.click()
    await roles.newName.fill(name)
    await roles.create.click()
    await expect(roles.newRole).toContainText('already')
    // They would lie over the lowest role.
    await dismissToasts(stage.page)
  },
  'roles left with unsaved changes': async (stage) => {
    const name = await aRole(stage.product, ['canViewData'])
    await stage.signIn(['admin'])
    await stage.page.goto('/page/users/roles')
    await rolesPage(stage.page).row(name).box('Close bugs').check()
    await stage.page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect(rolesPage(stage.page).dialog).toBeVisible()
  },
  'a profile with many sessions': async (stage) => {
    const { userId } = await stage.signIn(['customer'], { fullName: longName })
    await manySessions(stage, userId)
    await stage.page.goto('/page/users/me')
    await expect(sessionParts(stage.page).rows).toHaveCount(4)
  },
  'somebody’s sessions, and the question whether to deactivate them, refused': async (stage) => {
    await stage.signIn([await aRole(stage.product, ['canViewData', 'canEditAnyUser'])])
    const userId = await aPerson(stage.product, { fullName: `${longName} ${longWord}`, roles: ['staff'] })
    await manySessions(stage, userId)
    await stage.page.goto(`/page/users/list/edit/${userId}`)
    await expect(sessionParts(stage.page).rows).toHaveCount(3)
    const { deactivate, answer, dialog } = activationParts(stage.page)
    await deactivate.click()
    await answer('Deactivate').click()
    await expect(dialog.getByRole('alert')).toBeVisible()
  },
  'somebody deactivated being edited': async (stage) => {
    await stage.signIn(['admin'])
    const userId = await aPerson(stage.product, { fullName: longName, isDeactivated: true })
    await stage.page.goto(`/page/users/list/edit/${userId}`)
    await expect(activationParts(stage.page).badge).toBeVisible()
  },
}
