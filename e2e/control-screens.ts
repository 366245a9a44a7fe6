import { insertSession } from '#server/features/auth/public.ts'
import { deleteComment, editComment } from '#shared/comments/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { commentParts } from './comment-parts.ts'
import { aRole, rolesPage } from './role-parts.ts'
import { aBug } from './sample-bug.ts'
import { aComment } from './sample-comment.ts'
import { aPerson } from './sample-person.ts'
import type { Stage } from './screens.ts'
import { activationParts, aSession, sessionParts } from './session-parts.ts'
import { dismissToasts } from './toasts.ts'

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
