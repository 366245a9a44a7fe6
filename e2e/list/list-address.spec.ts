import { expect, test } from '#e2e/parts/fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'

test('what a list’s address can’t mean is neither asked for nor left in it', async ({
  page,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  await signInWithBugs(['customer'], { title: word })
  const list = await openList(`keywords=${word}&pageNumber=abc&sortBy=nix&closed=false`)
  await expect(list.titles).toHaveText([word])
  await expect(page).toHaveURL(/\/list\?keywords=[^&]+&closed=open$/)
  for (const call of list.calls) expect(String(call)).not.toMatch(/abc|nix/)
})

test('a list of keywords that can’t be read does not say that nothing was found', async ({
  page,
  signIn,
  openList,
}) => {
  await signIn(['customer'])
  const list = await openList(`keywords=${encodeURIComponent('is:nix "open')}`)
  await expect(page.getByText('Nothing Was Searched For Yet')).toBeVisible()
  await expect(page.getByText('The keywords can’t be read as they are.')).toBeVisible()
  await expect(list.none).toHaveCount(0)
})

test('what is asked for by its contrary is said in words', async ({ signIn, openList }) => {
  await signIn(['customer'])
  const list = await openList('keywords=-is%3Aopen')
  await expect(list.chips).toHaveText([/Closed only/])
})
