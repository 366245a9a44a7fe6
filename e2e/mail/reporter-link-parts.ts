import type { Page } from '@playwright/test'

/** The parts of the page by which a reporter without an account follows their bug. */
export function reportPage(page: Page) {
  const main = page.getByRole('main')
  return {
    heading: main.getByRole('heading', { level: 1 }),
    answers: main.getByRole('region', { name: 'Answers' }).getByRole('listitem'),
    noAnswers: main.getByText('Nobody has written here yet'),
    field: main.getByRole('textbox', { name: 'Your answer' }),
    send: main.getByRole('button', { name: 'Send answer' }),
    files: main.locator('input[type=file]'),
    mailMe: main.getByRole('checkbox', { name: 'Mail me answers and changes of the status' }),
    end: main.getByRole('button', { name: 'End this link' }),
    gone: main.getByText('This link can’t be used any more'),
  }
}
