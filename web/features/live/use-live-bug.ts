import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Viewer } from '#shared/live/socket-events.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { knowsEntry } from '#web/features/history/public.ts'
import { useWatching } from './use-watching.ts'

/** Keeps a bug and its timeline current while a page shows them. @returns the other viewers of the bug */
export function useLiveBug(bugId: string, isEditing = false): readonly Viewer[] {
  const client = useQueryClient()
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  useWatching({
    look: { bugId, isEditing },
    // The bug may have been read shortly before its timeline, so the entries that one has say nothing about the other.
    readAgain: ({ entryId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: bugKeys.view(bugId) }),
        entryId !== '' && knowsEntry(client, bugId, entryId)
          ? undefined
          : client.invalidateQueries({ queryKey: bugKeys.history(bugId) }),
      ]),
    onViewers: setViewers,
  })
  return viewers
}
