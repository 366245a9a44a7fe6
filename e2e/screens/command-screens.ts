import { followBug } from '#shared/following/contract.ts'
import { expect, giveSession } from '#testing/browser-test.ts'
import { paletteParts, shortcutParts } from '#e2e/parts/palette-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A bug of the reader with a long title. @returns its id and a word that finds it */
async function aReadersBug({ page, context, product }: Stage): Promise<{ bugId: string; word: string }> {
  const reader = await product.person(['staff', 'support'], { fullName: longName })
  await giveSession(context, product.origin, reader.cookie ?? '')
  const word = newWord()
  const bugId = await aBug(product, reader.userId, { title: `${word} ${longWord}`, description: `${word} `.repeat(80) })
  await reader.call(followBug, { params: { bugId }, body: { following: true } })
  const other = await product.person(['staff'], { fullName: `${longName} ${longWord}` })
  await aComment(other, bugId, 'The first word')
  await aComment(other, bugId, 'The last word')
  await page.goto('/page/bugs/list')
  await expect(page.getByRole('button', { name: /^Notifications: / })).toBeVisible()
  return { bugId, word }
}

/** What may lie over any page. */
export const commandScreens: Record<string, (stage: Stage) => Promise<void>> = {
  'command palette with results': async (stage) => {
    const { word } = await aReadersBug(stage)
    const palette = paletteParts(stage.page)
    await palette.open()
    await palette.field.fill(word)
    await expect(palette.group('Bugs')).toBeVisible()
  },
  'command palette with a mistake': async ({ page, signIn }) => {
    await signIn(['customer'])
    await page.goto('/')
    const palette = paletteParts(page)
    await palette.open()
    await palette.field.fill('status:nonsense')
    await expect(palette.dialog.getByText(/status: can be/).first()).toBeVisible()
  },
  'keyboard shortcuts': async (stage) => {
    const { bugId } = await aReadersBug(stage)
    await stage.page.goto(`/page/bugs/list/view/${bugId}`)
    await expect(stage.page.getByLabel('New comment')).toBeVisible()
    await stage.page.keyboard.press('?')
    await expect(shortcutParts(stage.page).dialog).toBeVisible()
  },
  notifications: async (stage) => {
    await aReadersBug(stage)
    // What is half below the panel can't be pressed, on any page that has something there.
    await stage.page.goto('/page/nowhere')
    await stage.page.getByRole('button', { name: /^Notifications: / }).click()
    await expect(
      stage.page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').getByRole('link'),
    ).toBeVisible()
  },
}
