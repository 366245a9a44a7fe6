import type { Bug } from '#shared/bugs/contract.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { Caller } from '#testing/test-app.ts'
import type { Page } from '@playwright/test'

/** The parts of a bug's timeline. */
export function timelineParts(page: Page) {
  const region = page.getByRole('main').getByRole('region', { name: 'Timeline' })
  const changes = region.locator('li.change')
  const dialog = page.getByRole('alertdialog')
  return {
    region,
    /** Comments and changes, as they stand one below the other. */
    entries: region.locator('ol.timeline > li'),
    changes,
    change: (text: string | RegExp) => changes.filter({ hasText: text }),
    filter: (name: 'All' | 'Comments' | 'Changes') => region.getByRole('radio', { name }),
    /** Radio buttons lie under their words. */
    choose: (name: 'All' | 'Comments' | 'Changes') => region.locator('label').filter({ hasText: name }).click(),
    earlier: region.getByRole('button', { name: 'Show earlier' }),
    menuOf: (text: string | RegExp) => changes.filter({ hasText: text }).getByRole('button', { name: /^Actions for:/ }),
    item: (name: 'Bug as it was then' | 'Undo') => page.getByRole('menuitem', { name, exact: true }),
    dialog,
    confirm: dialog.getByRole('button', { name: 'Undo', exact: true }),
    cancel: dialog.getByRole('button', { name: 'Cancel', exact: true }),
  }
}

/** A bug that was reported as people do it, so that its timeline begins with that. @returns its id */
export async function reported(person: Caller, texts: Partial<Bug> = {}): Promise<string> {
  const { title = 'The lamp flickers', description = 'At dusk.', stepsToReproduce = 'Wait for dusk.' } = texts
  const answer = await person.call(reportBug, { body: { title, description, stepsToReproduce } })
  if (answer.status !== 200) throw new Error(`Reporting answered ${answer.status}.`)
  return answer.body.result._id
}

/** The last entries of a bug's timeline. */
export async function entriesOf(person: Caller, bugId: string): Promise<readonly TimelineEntry[]> {
  return (await person.call(listTimeline, { params: { bugId } })).body.result
}
