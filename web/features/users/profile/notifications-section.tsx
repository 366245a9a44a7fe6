import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listProductLevels, setProductLevel } from '#shared/following/contract.ts'
import { type NotificationLevel, notificationLevels } from '#shared/following/level.ts'
import type { BugPart } from '#shared/following/usual-levels.ts'
import { call } from '#web/lib/call.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { useSession } from '#web/lib/session/session.ts'
import { usePreferences } from '#web/lib/session/use-preferences.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Me } from '../user-queries.ts'
import { MailChoices } from './mail-choices.tsx'
import { sayWhether } from './use-choose.ts'

const levelsQuery = {
  queryKey: ['notifications', 'products'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listProductLevels, { signal }),
}
const options = notificationLevels.map((level) => ({ value: level, label: levelWords[level].name }))
const asForAll = { value: '', label: 'As for all bugs' }
const asUsual = { value: '', label: 'As they concern you' }

/** What somebody may be to a bug; of several, the first counts. */
const parts: readonly { part: BugPart; words: string }[] = [
  { part: 'assignee', words: 'Assigned to you' },
  { part: 'reporter', words: 'Reported by you' },
  { part: 'affected', words: 'Affects you, and you have not commented' },
  { part: 'follower', words: 'Commented on or followed by you' },
]

/** Offers how much somebody hears of bugs that concern them, and of each product, and when they are mailed of it. */
export function NotificationSection({ me }: { me: Me }) {
  const { preferences } = useSession()
  const prefer = usePreferences()
  const client = useQueryClient()
  const { result: levels, usual } = useQuery(levelsQuery).data ?? {}

  async function keep(act: () => Promise<unknown>) {
    await sayWhether(act())
    await client.invalidateQueries({ queryKey: levelsQuery.queryKey })
  }

  return (
    <section className="surface profile" aria-labelledby="notifications-heading">
      <h2 id="notifications-heading" className="preferences-heading">
        Notifications
      </h2>
      <p className="muted profile-hint">
        Of bugs that you report, comment on, join, follow or are assigned. Each bug can have a choice of its own. A
        product with “Everything”, “What matters” or “Status” tells you of all of its bugs.
      </p>
      <div className="preferences-fields">
        <SelectField
          label="All bugs"
          value={preferences.newsLevel ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void keep(() => prefer({ newsLevel: value === '' ? null : (value as NotificationLevel) }))
          }
          options={[asUsual, ...options]}
        />
        {levels?.map(({ product: { _id, name }, level }) => (
          <SelectField
            key={_id}
            label={name}
            value={level ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void keep(() =>
                call(setProductLevel, {
                  params: { productId: _id },
                  body: { level: value === '' ? null : (value as NotificationLevel) },
                }),
              )
            }
            options={[asForAll, ...options]}
          />
        ))}
      </div>
      {usual && (
        <div className="usual-levels">
          <h3 className="preferences-heading">As they concern you</h3>
          <p className="muted mail-line">
            What you hear until you choose. Of several that apply, the first counts. Administrators set it.
          </p>
          <dl>
            {parts.map(({ part, words }) => (
              <div className="usual-level" key={part}>
                <dt>{words}</dt>
                <dd>{levelWords[usual[part]].name}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <MailChoices me={me} />
    </section>
  )
}
