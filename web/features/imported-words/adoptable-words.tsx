import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import type { Bulk } from '#shared/bulk/contract.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { AdoptedBugs, type AdoptedWords } from './adopted-bugs.tsx'
import { ImportedWords } from './imported-words.tsx'

/**
 * Shows words that imported bugs brought along, each of which one press makes something that these bugs get; nothing where there
 * is none.
 */
export function AdoptableWords({
  title,
  action,
  queryKey,
  list,
  adopt,
  permission,
  words,
  texts,
  kept,
  failure,
}: {
  title: string
  action: string
  /** Of the words; what begins with its first key is read again once something was made. */
  queryKey: QueryKey & readonly [string, ...unknown[]]
  list: (signal: AbortSignal) => Promise<readonly { readonly name: string; readonly bugs: number }[]>
  /** Makes something of a word. @returns what it is called, and the change of its bugs */
  adopt: (name: string) => Promise<{ readonly name: string; readonly bulk: Bulk }>
  permission: Permission
  words: AdoptedWords
  texts: { readonly success: string; readonly failure: string }
  kept: string
  /** The title of what is said where nothing could be made. */
  failure: string
}) {
  const client = useQueryClient()
  const [root] = queryKey
  const { data: imported = [] } = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) })
  const [adopted, setAdopted] = useState<readonly { readonly name: string; readonly bulk: Bulk }[]>([])
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: adopt,
    onSuccess: (made) => {
      setAdopted((before) => [...before, made])
      void client.invalidateQueries({ queryKey: [root] })
    },
  })
  if (imported.length === 0 && adopted.length === 0) return null
  return (
    <ImportedWords
      title={title}
      words={imported}
      action={action}
      sending={isPending ? variables : undefined}
      onAct={(name) => !isPending && mutate(name)}
    >
      {adopted.map(({ name, bulk }) => (
        <AdoptedBugs
          key={bulk._id}
          name={name}
          bulk={bulk}
          root={root}
          permission={permission}
          words={words}
          texts={texts}
          kept={kept}
        />
      ))}
      {error && !isPending && <FailureNotice title={failure} {...explainRefusal(error)} />}
    </ImportedWords>
  )
}
