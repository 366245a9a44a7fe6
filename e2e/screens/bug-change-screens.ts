import { classifyBug, editBug } from '#shared/bugs/contract.ts'
import { expect } from '#testing/browser-test.ts'
import { clashParts, staleQuestion } from '#e2e/parts/clash-parts.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { editAny, editForm } from '#e2e/parts/edit-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { whileBugsAreAway } from '#e2e/parts/stumbling-server.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { Route } from '@playwright/test'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A bug of somebody else with the longest of everything, before a member of the staff. @returns its id */
async function aLongBug({ product, signIn }: Stage, facts: { title?: string } = {}): Promise<string> {
  const { userId } = await signIn(['staff'], { fullName: longName })
  const creator = await product.person(['customer'], { fullName: longName })
  return aBug(product, creator.userId, {
    title: `${facts.title ?? 'The'} ${longWord} is late`,
    description: `${longWord.repeat(3)}\n${'many short words '.repeat(60)}`,
    assignedTo: userId,
  })
}

/** A bug about to become a duplicate, and five that its original may be. @returns the word they are found by */
async function aDuplicate(stage: Stage): Promise<string> {
  const word = newWord()
  const id = await aLongBug(stage, { title: word })
  const creator = await stage.product.person(['customer'])
  for (let index = 0; index < 5; index++) {
    await aBug(stage.product, creator.userId, {
      title: `${word} ${index % 2 ? longWord.repeat(3) : 'short'} ${index}`,
      status: index % 2 ? 'Open' : 'Closed',
    })
  }
  await stage.page.goto(classify(id))
  await classifyForm(stage.page).classification.selectOption('duplicate')
  return word
}

/** The screens that change one bug, in every state that looks different. */
export const bugChangeScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a bug being edited': async (stage) => {
    await stage.page.goto(editAny(await aLongBug(stage)))
    await expect(editForm(stage.page).update).toBeVisible()
  },
  'a bug being edited, with wrong fields': async (stage) => {
    await stage.page.goto(editAny(await aLongBug(stage)))
    await editForm(stage.page).title.fill('x'.repeat(300))
    await editForm(stage.page).steps.fill('')
    await editForm(stage.page).update.click()
    await expect(stage.page.getByText('Fields Must Not Be Empty')).toBeVisible()
  },
  'a bug being edited by two': async (stage) => {
    const id = await aLongBug(stage)
    const form = editForm(stage.page)
    await stage.page.goto(editAny(id))
    await form.title.fill('Mine')
    const other = await stage.product.person(['staff'])
    const texts = { title: longWord.repeat(3), description: 'Theirs', stepsToReproduce: 'Theirs' }
    await other.call(editBug, { params: { bugId: id }, body: texts })
    await form.update.click()
    const clash = clashParts(stage.page, 'Title')
    await clash.combine.check()
    await expect(clash.theirs.locator('mark')).toHaveText([texts.title])
  },
  'an edit by two that is not decided yet': async (stage) => {
    const id = await aLongBug(stage)
    const form = editForm(stage.page)
    await stage.page.goto(editAny(id))
    await form.description.fill(`Mine ${longWord}\n\n${'A long line of words. '.repeat(40)}`)
    const other = await stage.product.person(['staff'])
    const texts = { title: 'Theirs', description: 'Theirs\n\nin lines'.repeat(30), stepsToReproduce: 'Theirs' }
    await other.call(editBug, { params: { bugId: id }, body: texts })
    await form.update.click()
    await expect(clashParts(stage.page, 'Description').all).toBeVisible()
    await form.update.click()
    await expect(stage.page.getByText('Choose one before you save.')).toBeVisible()
    // Where the focus has scrolled to, the bars lie over some field or other.
    await stage.page.evaluate(() => scrollTo(0, 0))
  },
  'a change that has become stale': async (stage) => {
    const id = await aLongBug(stage)
    const other = await stage.product.person(['staff'])
    await stage.page.goto(classify(id))
    await classifyForm(stage.page).classification.selectOption('approved')
    await other.call(classifyBug, { params: { bugId: id }, body: { classification: 'unapproved' } })
    await classifyForm(stage.page).submit.click()
    await expect(staleQuestion(stage.page).changes).toHaveCount(1)
  },
  'an edit that failed': async (stage) => {
    await stage.page.goto(editAny(await aLongBug(stage)))
    await editForm(stage.page).title.fill('Not to be lost')
    const refuse = (route: Route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '{}' }) : route.fallback()
    await stage.page.route('**/api/bug/*', refuse)
    await editForm(stage.page).update.click()
    await expect(toasts(stage.page)).toHaveText(['Updated Bug Failed'])
    await expect(editForm(stage.page).title).toHaveValue('Not to be lost')
  },
  'an edit that is back after a reload': async (stage) => {
    await stage.page.goto(editAny(await aLongBug(stage)))
    await editForm(stage.page).title.fill('Not to be lost')
    await stage.page.reload()
    await expect(editForm(stage.page).restored).toBeVisible()
  },
  'an edit about to be thrown away': async (stage) => {
    await stage.page.goto(editAny(await aLongBug(stage)))
    await editForm(stage.page).title.fill('Not to be lost')
    await editForm(stage.page).cancel.click()
    await expect(editForm(stage.page).question).toBeVisible()
  },
  'an edit of a bug that can’t be read': async (stage) => {
    const id = await aLongBug(stage)
    await whileBugsAreAway(stage.product, async () => {
      await stage.page.goto(editAny(id))
      await expect(stage.page.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
  },
  'an invalid bug to edit': async ({ page, signIn }) => {
    await signIn(['staff'])
    await page.goto(editAny('nonsense'))
    await expect(page.getByText('Invalid Bug Id', { exact: true })).toBeVisible()
  },
  'a bug being classified': async (stage) => {
    await stage.page.goto(classify(await aLongBug(stage)))
    await expect(classifyForm(stage.page).submit).toBeVisible()
  },
  'an original being searched for': async (stage) => {
    const word = await aDuplicate(stage)
    await classifyForm(stage.page).original.fill(word)
    await expect(classifyForm(stage.page).found).toHaveCount(5)
    await expect(stage.page.getByText('5 bugs found.')).toBeVisible()
  },
  'an original that is refused': async (stage) => {
    await aDuplicate(stage)
    await classifyForm(stage.page).original.fill('f'.repeat(24))
    await classifyForm(stage.page).submit.click()
    await expect(stage.page.getByText('The original must be the id of a bug.')).toBeVisible()
  },
  'a new duplicate': async (stage) => {
    const word = await aDuplicate(stage)
    await classifyForm(stage.page).original.fill(word)
    await classifyForm(stage.page).found.first().click()
    await classifyForm(stage.page).submit.click()
    await expect(classifyForm(stage.page).close).toBeVisible()
  },
}
