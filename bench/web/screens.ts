import type { Browser } from '@playwright/test'
import { routePatterns } from '#shared/site/screens.ts'
import { paths } from '#web/lib/paths.ts'
import { narrow, newVisitor, settled, wide } from './browser.ts'
import { networks, throttle } from './networks.ts'
import type { World } from './world.ts'

/** The figures of a screen that was opened by its address, until nothing moved any more. */
export interface ScreenFacts {
  readonly screen: string
  readonly width: number
  readonly shift: number
  readonly shifted: readonly string[]
  /** Milliseconds since the navigation began. */
  readonly largestPaint: number
  readonly errors: readonly string[]
}

/** Returns every screen, and whether one is signed in there. */
function screensOf({ bugIds, longBugId, userId, words }: World): readonly (readonly [string, string, boolean])[] {
  const bug = bugIds[1] ?? ''
  return [
    ['home, visitor', paths.home, false],
    ['home', paths.home, true],
    ['login', paths.login, false],
    ['register', paths.register, false],
    ['setup', routePatterns.setup, false],
    ['list', paths.bugList, true],
    ['list of 100', `${paths.bugList}?pageSize=100`, true],
    ['search', `${paths.bugList}?keywords=${words.common[0] ?? ''}&sortBy=relevance`, true],
    ['nothing found', `${paths.bugList}?keywords=%22zzyzx%20quux%22`, true],
    ['bug', paths.viewBug(bug), true],
    ['bug, 500 comments', paths.viewBug(longBugId), true],
    ['split view', `${paths.viewBug(bug)}?split=true&pageSize=50`, true],
    ['report', paths.reportBug, true],
    ['edit', paths.editAnyBug(bug), true],
    ['classify', paths.classifyBug(bug), true],
    ['assign', paths.assignUser(bug), true],
    ['users', paths.userList, true],
    ['edit user', paths.editUser(userId), true],
    ['roles', paths.roles, true],
    ['profile', paths.profile, true],
    ['chat', paths.chat, true],
    ['no such screen', '/page/nowhere', true],
  ]
}

/** Opens every screen with nothing cached on the throttled network, where late content moves earlier content. */
export async function measureScreens(
  browser: Browser,
  world: World,
  say: (line: string) => void,
): Promise<ScreenFacts[]> {
  const all: ScreenFacts[] = []
  for (const [screen, path, isSignedIn] of screensOf(world)) {
    say(`screen: ${screen}`)
    for (const viewport of [wide, narrow]) {
      const visit = { origin: world.origin, cookie: isSignedIn ? world.cookie : undefined, viewport }
      const { page, devtools, noise, close } = await newVisitor(browser, visit)
      try {
        await throttle(devtools, networks[0])
        await page.goto(world.origin + path)
        await settled(page)
        const { shift, shifted, largestPaint } = await page.evaluate(() => window.mothlightProbe.facts())
        all.push({ screen, width: viewport.width, shift, shifted, largestPaint, errors: [...noise] })
      } finally {
        await close()
      }
    }
  }
  return all
}
