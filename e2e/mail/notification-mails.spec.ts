import { closeBug, reportBug } from '#shared/bugs/contract.ts'
import { followBug } from '#shared/following/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import { minutesLater } from '#testing/minutes-later.ts'
import { expect, test } from './mail-fixtures.ts'

test('a reporter follows a bug by mail: what was said, that it is closed, that it still happens, and less; who is mailed by the day gets all in one', async ({
  page,
  openBrowser,
  signInWithMail,
}) => {
  const { product, mail, person: reporter } = await signInWithMail(['customer'])
  const [staff, daily] = [
    await product.person(['staff'], { fullName: 'Stan Staff' }),
    await product.person(['customer']),
  ]
  const query = (text: string, values: unknown[] = []) => product.database.pool.query(text, values)
  await query('update users set email_confirmed_on = now() where id = any($1)', [[reporter.userId, daily.userId]])
  const title = newWord()
  const body = { title, description: 'At night', stepsToReproduce: 'Wait' }
  const { _id: bugId } = (await reporter.call(reportBug, { body })).body.result
  await daily.call(followBug, { params: { bugId }, body: { following: true } })
  // Half a day away, so that it is not due before a day has passed.
  const mailTime = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:00`
  await daily.call(setPreferences, { body: { mailFrequency: 'daily', mailTime } })

  /** As if so many minutes had passed. @returns the text of the only mail that came to somebody since */
  async function mailAfter(minutes: number, { email }: { email: string }): Promise<string> {
    await product.notified()
    const before = mail.to(email).length
    await minutesLater(product.database.pool, minutes)
    // Pages that were open are closed long since.
    await query('delete from open_pages')
    await product.runJob('gather-notification-mails')
    await product.runJob('send-mails')
    const came = mail.to(email).slice(before)
    expect(came.map(({ subject }) => subject)).toHaveLength(1)
    return came[0]?.text ?? ''
  }
  /** The address on the page's product of a link in a mail, by what stands before it. */
  const linkIn = (text: string, before: string) =>
    product.origin + (new RegExp(`${before}\\s*https?://[^/\\s]+(/page/\\S+)`).exec(text)?.[1] ?? '/nothing')
  const { entry, newComment } = commentParts(page)

  await test.step('the mail of a comment leads to it, and its last line to the box', async () => {
    await aComment(staff, bugId, 'Which lamp is it?')
    const text = await mailAfter(2, reporter)
    expect(text).toContain('> Which lamp is it?')
    await page.goto(product.origin + (/(\/page\/\S+#comment-\S+)/.exec(text)?.[1] ?? '/nothing'))
    await expect(entry('Which lamp is it?')).toBeInViewport()
    // What is on the screen is mailed to nobody.
    await page.goto('about:blank')
  })

  await test.step('the mail that it is closed leads to where the reporter says that it still happens', async () => {
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    const text = await mailAfter(30, reporter)
    expect(text).toContain('Stan Staff changed the status from Open to Closed')
    await page.goto(linkIn(text, 'have it opened again:'))
    await expect(newComment).toBeInViewport()
    await newComment.fill('The one in the hall, still')
    await page.getByRole('main').getByRole('button', { name: 'It still happens' }).click()
    await expectToast(page, 'success', 'The bug is open again, and is triaged anew')
    await page.goto('about:blank')
  })

  await test.step('by the link for less, without a login, no more of this bug comes', async () => {
    await aComment(staff, bugId, 'A new bulb is on its way')
    const text = await mailAfter(30, reporter)
    expect(text).toContain('> A new bulb is on its way')
    const stranger = await openBrowser()
    await stranger.goto(linkIn(text, 'Hear less about this bug:'))
    await stranger.getByRole('button', { name: 'Nothing more about this bug' }).click()
    await expect(stranger.getByRole('heading', { name: 'You hear nothing more about this bug' })).toBeVisible()
    // Its product ends before its browser does.
    await stranger.goto('about:blank')
    const before = mail.to(reporter.email).length
    await aComment(staff, bugId, 'It is there')
    const text2 = await mailAfter(24 * 60, daily)
    expect(mail.to(reporter.email)).toHaveLength(before)
    // The last five of six.
    for (const said of ['One earlier change', 'The one in the hall, still', 'A new bulb', 'It is there'])
      expect(text2).toContain(said)
  })
})
