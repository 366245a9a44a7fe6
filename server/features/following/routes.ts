import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { Routes } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import * as following from '#shared/following/contract.ts'
import { explainNotifications as explainEndpoint } from '#shared/following/why-contract.ts'
import { explainNotifications } from './explain-notifications.ts'
import { followBug, setBugLevel } from './follow-bug.ts'
import { joinBug, leaveBug, type Say } from './join-bug.ts'
import { bugLevelOf, productLevels, setProductLevel } from './chosen-levels.ts'
import { allNotifications, bulkNotifications, notifications } from './notifications.ts'
import { seeAllNotifications, seeBug, seeBulk, unseeNotifications } from './see-notifications.ts'
import type { LevelSettings } from './who-is-told.ts'

export { followingJobs } from './following-jobs.ts'
export { notificationLag } from './notification-lag.ts'
export { NotificationPushes } from './notification-pushes.ts'
export { openNotifier } from './notifier.ts'

/** What following needs from features above it. */
interface FollowingNeeds {
  /** Stores a note as a comment. */
  readonly say: Say
  /** Reads the whole bug, with which these writes answer. */
  readonly viewBug: (tx: Tx, actor: Actor, bugId: string, comments: 'none') => Promise<Bug>
  readonly settings: LevelSettings
}

export function bindFollowing(routes: Routes, { say, viewBug, settings }: FollowingNeeds): void {
  routes.write(following.followBug, async (call, tx) => {
    await followBug(call, tx, settings.usualLevels)
    return { result: await viewBug(tx, call.actor, call.params.bugId, 'none') }
  })
  routes.write(following.setBugLevel, async (call, tx) => {
    const former = await setBugLevel(call, tx)
    return { result: await viewBug(tx, call.actor, call.params.bugId, 'none'), former }
  })
  routes.read(following.viewBugLevel, (call, db) => bugLevelOf(db, call, settings.usualLevels))
  routes.read(explainEndpoint, (call, db) => explainNotifications(db, call, settings.usualLevels))
  routes.read(following.listProductLevels, ({ actor }, db) => productLevels(db, actor, settings.usualLevels))
  routes.write(following.setProductLevel, async (call, tx) => ({ result: { level: await setProductLevel(call, tx) } }))
  routes.write(following.joinBug, async (call, tx) => {
    const joined = await joinBug(call, tx, say)
    return { result: await viewBug(tx, call.actor, joined, 'none') }
  })
  routes.write(following.leaveBug, async (call, tx) => {
    await leaveBug(call, tx)
    return { result: await viewBug(tx, call.actor, call.params.bugId, 'none') }
  })
  routes.read(following.listNotifications, ({ actor, query }, db) =>
    notifications(db, actor, query, settings.usualLevels),
  )
  routes.read(following.listAllNotifications, ({ actor, query }, db) =>
    allNotifications(db, actor, query, settings.usualLevels),
  )
  routes.write(following.seeBug, seeBug)
  routes.write(following.seeAllNotifications, seeAllNotifications)
  routes.write(following.unseeNotifications, async (call, tx) => ({ total: await unseeNotifications(call, tx) }))
  routes.read(following.listBulkNotifications, ({ actor, params, query }, db) =>
    bulkNotifications(db, actor, params.bulkId, query, settings.usualLevels),
  )
  routes.write(following.seeBulkNotifications, seeBulk)
}
