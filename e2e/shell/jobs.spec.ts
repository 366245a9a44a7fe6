import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import { aFailedJob, jobsPage } from './job-parts.ts'

const path = '/page/users/jobs'
const title = 'Delete sessions and counted logins whose time is over'

test('an administrator finds a job that failed for good, and has it tried again by keyboard', async ({
  page,
  openProductAs,
}) => {
  const { product } = await openProductAs(['admin'])
  await aFailedJob(product, { reason: 'the disk was full' })
  await aFailedJob(product, { name: 'a-job-of-another-version', reason: null })
  await page.goto(`${product.origin}/page/users/list`)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  const jobs = jobsPage(page)
  await expect(jobs.heading).toBeFocused()
  await expect(jobs.nobody).toBeVisible()
  await expect(jobs.counts).toHaveText('2 failed · 0 waiting · 0 running')
  await expect(jobs.failed).toHaveCount(2)
  await expect(jobs.failed.first()).toContainText('a-job-of-another-version')
  await expect(jobs.failed.first()).toContainText('The process that did it was killed.')
  await expect(jobs.failed.last()).toContainText('the disk was full')
  await expect(jobs.failed.last()).toContainText('tried once')

  await tabTo(page, jobs.tryAgain(title))
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Job Is Tried Again!')
  await expect(jobs.failed).toHaveCount(1)
  await expect(jobs.counts).toBeFocused()
  await expect(jobs.counts).toHaveText('1 failed · 1 waiting · 0 running')

  // The page follows what becomes of it.
  product.startJobs()
  await expect(jobs.counts).toHaveText('1 failed · 0 waiting · 0 running')
  await expect(jobs.nobody).toBeHidden()
})

test('nobody else gets there', async ({ page, product, signIn }) => {
  await signIn(['staff', 'customer'])
  await page.goto(`${product.origin}/page/users/list`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jobs', exact: true })).toHaveCount(0)
  await page.goto(path)
  await expectToast(page, 'warning', 'Invalid Permission')
  await expect(jobsPage(page).heading).toHaveCount(0)
})
