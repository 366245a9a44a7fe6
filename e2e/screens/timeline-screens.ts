import { assignBug, classifyBug, editBug, setBugStatus } from '#shared/bugs/contract.ts'
import { deleteComment, editComment } from '#shared/comments/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { entriesOf, reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const textLines = Array.from({ length: 14 }, (_, index) => `Line ${index} ${index === 9 ? longWord.repeat(2) : ''}`)

/** A bug to which everything has happened that a timeline can tell of. @returns its id */
async function anEventfulBug({ page, context, product }: Stage): Promise<string> {
  const person = await product.person(['staff'], { fullName: longName })
  await giveSession(context, product.origin, person.cookie ?? '')
  const other = await product.person(['customer'], { fullName: longName })
  const original = await aBug(product, other.userId, { title: `Original ${longWord}` })
  const bugId = await reported(person, { title: `The ${longWord} is late`, description: textLines.join('\n') })
  const params = { bugId }
  await person.call(assignBug, { params, body: { userId: other.userId } })
  await person.call(setBugStatus, { params, body: { status: 'In Progress' } })
  await person.call(classifyBug, { params, body: { classification: 'duplicate', duplicateOf: original } })
  const edited = await aComment(person, bugId, `As it was ${longWord}`)
  await person.call(editComment, { params: { bugId, commentId: edited }, body: { message: 'As it is' } })
  await person.call(deleteComment, { params: { bugId, commentId: await aComment(person, bugId, 'gone') } })
  const stepsToReproduce = 'Other steps'
  const description = textLines.with(8, `Line 8 ${longWord}`).join('\n')
  await person.call(editBug, { params, body: { title: `The ${longWord} was late`, description, stepsToReproduce } })
  const status = (await entriesOf(person, bugId)).find(({ kind }) => kind === 'status-changed')
  await person.call(undoChange, { params: { bugId, entryId: status?._id ?? '' } })
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(timelineParts(page).change('took back')).toBeVisible()
  return bugId
}

/** A bug's timeline and what it leads to, in every state that looks different. */
export const timelineScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a timeline with everything in it, and its differences shown': async (stage) => {
    await anEventfulBug(stage)
    const timeline = timelineParts(stage.page)
    for (const words of ['changed the title', 'edited their comment']) {
      await timeline.change(words).getByRole('button', { name: 'Show what changed' }).click()
    }
    await expect(stage.page.locator('.difference-line')).not.toHaveCount(0)
  },
  'a timeline with an entry’s menu open': async (stage) => {
    await anEventfulBug(stage)
    const timeline = timelineParts(stage.page)
    await timeline.menuOf('took back').click()
    await expect(timeline.item('Bug as it was then')).toBeVisible()
  },
  'an undo that later changes stand against': async (stage) => {
    await anEventfulBug(stage)
    const timeline = timelineParts(stage.page)
    await timeline.menuOf('edited their comment').click()
    await timeline.item('Undo').click()
    await stage.page.route('**/undo', (route) =>
      route.fulfill({
        status: 409,
        json: {
          error: { code: 'conflict', message: 'The same lines have changed since. Nothing was changed.' },
          conflict: { version: 3, clashes: [], since: [] },
        },
      }),
    )
    await timeline.confirm.click()
    await expect(timeline.dialog.getByRole('alert')).toBeVisible()
  },
  'a bug as it was': async (stage) => {
    await anEventfulBug(stage)
    const timeline = timelineParts(stage.page)
    await timeline.menuOf('deleted their comment').click()
    await timeline.item('Bug as it was then').click()
    await expect(stage.page.getByRole('note')).toBeVisible()
  },
  'an empty part of a timeline': async (stage) => {
    const { page, product, signIn } = stage
    const { userId } = await signIn(['customer'])
    await page.goto(`/page/bugs/list/view/${await aBug(product, userId)}?timeline=comments`)
    await expect(page.getByText('Nobody has commented yet.')).toBeVisible()
  },
}
