import { test as base, type Names, type Person } from '#testing/browser-test.ts'
import { bugList, watchListCalls } from '#e2e/list/bug-list-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { commentParts } from './comment-parts.ts'
import { editForm, editMine } from './edit-form.ts'
import { view } from './page-parts.ts'
import { aBug, newWord, type SampleBug } from './sample-bug.ts'
import { aComment } from './sample-comment.ts'
import { failedCall, type HeldCalls, holdCalls, whileBugsAreAway, whileEventsFail } from './stumbling-server.ts'

export { expect } from '#testing/browser-test.ts'

/** A bug, and the person who wrote it, to whom the page's browser is signed in. */
interface OwnBug {
  readonly id: string
  readonly person: Person
}

interface OwnComment extends OwnBug {
  readonly commentId: string
  readonly comments: ReturnType<typeof commentParts>
}

interface OwnEdit extends OwnBug {
  readonly form: ReturnType<typeof editForm>
}

type List = ReturnType<typeof bugList> & {
  /** The query strings that it has asked with. */
  readonly calls: readonly URLSearchParams[]
}

export interface Fixtures {
  /** Signs the page's browser in as a new person with these roles, who has written these bugs. */
  signInWithBugs: (roles: readonly string[], ...bugs: readonly SampleBug[]) => Promise<Person>
  /** The same with one bug, of which the rest of the test may know more. */
  signInWithBug: (roles: readonly string[], facts?: SampleBug, names?: Names) => Promise<OwnBug>
  /** The same, and shows that bug. */
  openOwnBug: (roles: readonly string[], facts?: SampleBug, names?: Names) => Promise<OwnBug>
  /** Signs in as a new person with this role. @returns the id of a bug of their own, or of a customer's */
  signInToBug: (role: string, isOwn: boolean, facts?: SampleBug) => Promise<string>
  /** Shows a customer the form that edits a bug of their own. */
  openOwnEdit: (facts?: SampleBug) => Promise<OwnEdit>
  /** Shows a customer a bug of their own, with one comment, which is theirs as well. */
  openOwnComment: (message: string, names?: Names) => Promise<OwnComment>
  /** Shows the bug list with this search, such as `keywords=lamp`. */
  openList: (search?: string) => Promise<List>
  /** Shows a customer the list with one bug of their own, which is called by the word that is searched for. */
  openListOfOne: () => Promise<{ readonly word: string; readonly list: List }>
  /** Shows a new customer the form that reports a bug. */
  openReport: () => Promise<ReturnType<typeof reportForm>>
  /** While `work` runs, the server fails half way through what this event tells of; the browser may log that. */
  whileEventsFail: <T>(type: string, work: () => Promise<T>) => Promise<T>
  /** While `work` runs, no bug can be read; the browser may log that the server fails. */
  whileBugsAreAway: <T>(work: () => Promise<T>) => Promise<T>
  /** Holds back the calls of the page that write to this address; the browser may log those that are cut off. */
  holdCalls: (address: string | RegExp) => Promise<HeldCalls>
}

/** Browser tests, with the openings that many of them have, and with a server that stumbles. */
export const test = base.extend<Fixtures>({
  signInWithBugs: async ({ product, signIn }, use) => {
    await use(async (roles, ...bugs) => {
      const person = await signIn(roles)
      for (const facts of bugs) await aBug(product, person.userId, facts)
      return person
    })
  },
  signInWithBug: async ({ product, signIn }, use) => {
    await use(async (roles, facts, names) => {
      const person = await signIn(roles, names)
      return { id: await aBug(product, person.userId, facts), person }
    })
  },
  openOwnBug: async ({ page, signInWithBug }, use) => {
    await use(async (roles, facts, names) => {
      const own = await signInWithBug(roles, facts, names)
      await page.goto(view(own.id))
      return own
    })
  },
  signInToBug: async ({ product, signIn }, use) => {
    await use(async (role, isOwn, facts) => {
      const viewer = await signIn([role])
      const creator = isOwn ? viewer : await product.person(['customer'])
      return aBug(product, creator.userId, facts)
    })
  },
  openOwnEdit: async ({ page, signInWithBug }, use) => {
    await use(async (facts) => {
      const own = await signInWithBug(['customer'], facts)
      await page.goto(editMine(own.id))
      return { ...own, form: editForm(page) }
    })
  },
  openOwnComment: async ({ page, signInWithBug }, use) => {
    await use(async (message, names) => {
      const { id, person } = await signInWithBug(['customer'], {}, names)
      const commentId = await aComment(person, id, message)
      await page.goto(view(id))
      return { id, person, commentId, comments: commentParts(page) }
    })
  },
  openList: async ({ page }, use) => {
    await use(async (search) => {
      const calls = watchListCalls(page)
      await page.goto(`/page/bugs/list${search ? `?${search}` : ''}`)
      return { ...bugList(page), calls }
    })
  },
  openListOfOne: async ({ signInWithBugs, openList }, use) => {
    await use(async () => {
      const word = newWord()
      await signInWithBugs(['customer'], { title: word })
      return { word, list: await openList(`keywords=${word}`) }
    })
  },
  openReport: async ({ page, signIn }, use) => {
    await use(async () => {
      await signIn(['customer'])
      await page.goto('/page/bugs/report')
      return reportForm(page)
    })
  },
  whileEventsFail: async ({ product, quietConsole }, use) => {
    await use((type, work) => {
      quietConsole.forgive(failedCall)
      return whileEventsFail(product, type, work)
    })
  },
  whileBugsAreAway: async ({ product, quietConsole }, use) => {
    await use((work) => {
      quietConsole.forgive(failedCall)
      return whileBugsAreAway(product, work)
    })
  },
  holdCalls: async ({ page, quietConsole }, use) => {
    await use(async (address) => {
      const held = await holdCalls(page, address)
      const cutOff = () => {
        quietConsole.forgive(/net::ERR_FAILED/)
        return held.cutOff()
      }
      return { ...held, cutOff }
    })
  },
})
