import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type ChatHits, chatHits } from './chat-hits.ts'
import { peopleNamed } from './people-named.ts'
import { planOf, type SearchPlan } from './search-plan.ts'
import type { TermContext } from './term-sql.ts'

/** A search by somebody, ready to be made a statement. */
export interface OpenSearch extends SearchPlan {
  readonly context: TermContext
  readonly chat: ChatHits | undefined
}

export async function openSearch(db: Db, actor: Actor, root: SearchNode, now: Date): Promise<OpenSearch> {
  const plan = planOf(root)
  const hasWords = plan.leaves.size > 0
  const mayReadChat = actor.permissions.has('liveChatAdmin')
  return {
    ...plan,
    context: {
      userId: actor.userId,
      people: await peopleNamed(db, actor.userId, root),
      now,
      table: hasWords ? 'bug_search' : 'bugs',
    },
    chat: hasWords && mayReadChat ? await chatHits(db, [...plan.leaves.values()]) : undefined,
  }
}
