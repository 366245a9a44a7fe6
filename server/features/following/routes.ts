import type { Routes } from '#server/http/serve.ts'
import * as following from '#shared/following/contract.ts'
import { followBug } from './follow-bug.ts'
import { joinBug, leaveBug, type Say } from './join-bug.ts'
import { news } from './news.ts'
import { seeAllNews, seeBug } from './see-news.ts'

export { NewsPushes } from './news-pushes.ts'

/** @param say how a note becomes a comment */
export function bindFollowing(routes: Routes, say: Say): void {
  routes.write(following.followBug, async (call, tx) => ({ result: await followBug(call, tx) }))
  routes.write(following.joinBug, async (call, tx) => ({ result: await joinBug(call, tx, say) }))
  routes.write(following.leaveBug, async (call, tx) => ({ result: await leaveBug(call, tx) }))
  routes.read(following.listNews, ({ actor, query }, db) => news(db, actor, query))
  routes.write(following.seeBug, async (call, tx) => ({ total: await seeBug(call, tx) }))
  routes.write(following.seeAllNews, async ({ actor }, tx) => ({ total: await seeAllNews(actor, tx) }))
}
