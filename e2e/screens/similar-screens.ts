import { joinBug } from '#shared/following/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { merge, mergeParts } from '#e2e/parts/merge-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { similarParts } from '#e2e/report/similar-parts.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Locator } from '@playwright/test'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Bugs that have words in common, the longest of everything among them. @returns the word that all of them have */
async function similarBugs({ product }: Stage): Promise<string> {
  const word = newWord()
  for (const title of ['flickers', `${longWord} flickering`, 'stays dark', `flickers ${'again and '.repeat(12)}`]) {
    const person = await product.person(['customer'], { fullName: longName })
    const description = `The **lamp** ${word}\n\n${longWord.repeat(2)}\n\n${'Many short words. '.repeat(60)}`
    await reported(person, { title: `${word} lamp ${title}`, description })
  }
  return word
}

/** The report form with similar bugs beside it. @returns the word that all of them have */
async function aReportWithSimilar(stage: Stage): Promise<string> {
  const word = await similarBugs(stage)
  await stage.signIn(['customer'], { fullName: longName })
  await stage.page.goto('/page/bugs/report')
  await reportForm(stage.page).title.fill(`${word} lamp flickers `)
  await expect(similarParts(stage.page).row(`${word} lamp ${longWord}`)).toBeVisible()
  return word
}

/** The classify screen of a bug that becomes a duplicate. @returns the candidate with the longest title */
async function aTriage(stage: Stage): Promise<Locator> {
  const word = await similarBugs(stage)
  const reporter = await stage.product.person(['customer'], { fullName: longName })
  const bugId = await reported(reporter, { title: `${word} lamp flickers at dusk` })
  await stage.signIn(['staff'], { fullName: longName })
  await stage.page.goto(classify(bugId))
  await classifyForm(stage.page).classification.selectOption('duplicate')
  const long = mergeParts(stage.page).rows.filter({ hasText: `${word} lamp ${longWord}` })
  await expect(long).toBeVisible()
  return long
}

/** A bug that was merged into another one, both of which have comments. */
async function aMergedPair(stage: Stage): Promise<{ original: string; duplicate: string }> {
  const ann = await stage.product.person(['customer'], { fullName: longName })
  const ben = await stage.product.person(['staff'], { fullName: longName })
  await giveSession(stage.context, stage.product.origin, ben.cookie ?? '')
  const original = await reported(ann, { title: `Original ${longWord}` })
  const duplicate = await reported(ben, { title: `Duplicate ${longWord}` })
  await aComment(ann, duplicate, `Said there ${longWord.repeat(2)}`)
  await aComment(ann, original, 'Said here')
  await ben.call(joinBug, { params: { bugId: original }, body: {} })
  await merge(ben, duplicate, original)
  return { original, duplicate }
}

/** Similar bugs, joining, triage and merging, in every state that looks different. */
export const similarScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'report form with similar bugs': async (stage) => {
    await aReportWithSimilar(stage)
  },
  'report form with a similar bug open': async (stage) => {
    const word = await aReportWithSimilar(stage)
    await similarParts(stage.page).opener(`${word} lamp ${longWord}`).click()
    await expect(similarParts(stage.page).mineToo).toBeVisible()
  },
  'a similar bug about to be joined': async (stage) => {
    const word = await aReportWithSimilar(stage)
    const similar = similarParts(stage.page)
    await reportForm(stage.page).description.fill('In the hall.')
    await similar.opener(`${word} lamp stays dark`).click()
    await similar.mineToo.click()
    await expect(similar.takeOver).toBeVisible()
  },
  'a joining that failed': async (stage) => {
    const word = await aReportWithSimilar(stage)
    const similar = similarParts(stage.page)
    await stage.page.route('**/join', (route) => route.fulfill({ status: 503, body: '{}' }))
    await similar.opener(`${word} lamp stays dark`).click()
    await similar.mineToo.click()
    await similar.join.click()
    await expect(stage.page.getByText('You did not join; all texts are kept')).toBeVisible()
  },
  'report form after joining': async (stage) => {
    const word = await aReportWithSimilar(stage)
    const similar = similarParts(stage.page)
    await similar.opener(`${word} lamp ${longWord}`).click()
    await similar.mineToo.click()
    await similar.join.click()
    await expect(similar.bringBack).toBeVisible()
  },
  'report form with nothing similar': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/page/bugs/report')
    const answered = page.waitForResponse((response) => response.url().endsWith(findSimilar.path))
    await reportForm(page).title.fill(`${newWord()} ${newWord()} `)
    await answered
    await expect(page.getByText('Nothing like it so far.')).toBeVisible()
  },
  'a bug with candidates for its original': async (stage) => {
    await aTriage(stage)
    await mergeParts(stage.page).rows.nth(1).locator('.candidate-choose').click()
    await expect(mergeParts(stage.page).ask).toBeVisible()
  },
  'two reports side by side': async (stage) => {
    await (await aTriage(stage)).locator('.candidate-compare').click()
    await expect(mergeParts(stage.page).sides).toHaveCount(2)
  },
  'a bug about to be merged': async (stage) => {
    await (await aTriage(stage)).locator('.candidate-choose').click()
    const parts = mergeParts(stage.page)
    await parts.ask.click()
    await expect(parts.closeToo).toBeVisible()
  },
  'a bug that was just triaged': async (stage) => {
    await aTriage(stage)
    await mergeParts(stage.page).rows.first().locator('.candidate-choose').click()
    await classifyForm(stage.page).submit.click()
    await expect(stage.page.getByRole('button', { name: 'Next untriaged bug' })).toBeVisible()
  },
  'a merged bug': async (stage) => {
    const { duplicate } = await aMergedPair(stage)
    await stage.page.goto(`/page/bugs/list/view/${duplicate}`)
    await expect(timelineParts(stage.page).change('merged this bug into')).toBeVisible()
  },
  'an original with the comments of a merged bug': async (stage) => {
    const { original } = await aMergedPair(stage)
    await stage.page.goto(`/page/bugs/list/view/${original}`)
    await mergeParts(stage.page).unfold.click()
    await expect(mergeParts(stage.page).comments).toContainText('Said there')
    await expect(timelineParts(stage.page).change('into this bug')).toBeVisible()
  },
}
