import type { Product } from '#testing/browser-test.ts'
import { register } from '#shared/auth/contract.ts'
import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

/** An e-mail address that no other test has. */
export function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.test`
}

export interface Account {
  readonly email: string
  readonly password: string
  readonly fullName: string
}

/** An account with a password, made by registration, with nobody signed in to it. */
export async function anAccount(product: Product, fullName = 'Rosa Lindqvist'): Promise<Account> {
  const account = { email: newEmail(), password: 'moth-at-the-pane', fullName }
  const answer = await product.stranger.call(register, { body: { ...account, givenName: 'Rosa', familyName: 'Other' } })
  if (answer.status !== 200) throw new Error(`Registration answered ${answer.status}.`)
  return account
}

/** Fills the login form in and sends it. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Fills the registration form in, without sending it. */
export async function fillRegistration(
  page: Page,
  account: { email: string; password?: string; fullName?: string; givenName?: string; familyName?: string },
): Promise<void> {
  const { email, password = 'moth-at-the-pane', fullName = 'Rosa M. Lindqvist' } = account
  // The login, which may lead here, has fields that are called the same.
  await page.getByLabel('Confirm Password', { exact: true }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByLabel('Full Name', { exact: true }).fill(fullName)
  await page.getByLabel('Given Name', { exact: true }).fill(account.givenName ?? 'Rosa')
  await page.getByLabel('Family Name', { exact: true }).fill(account.familyName ?? 'Lindqvist')
}
