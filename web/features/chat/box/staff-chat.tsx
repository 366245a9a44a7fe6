import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { boxListQuery } from '../inbox-queries.ts'
import type { LiveChatProps } from './live-chat.tsx'
import { StaffBox } from './staff-box.tsx'
import { useInboxUpdates } from './use-inbox-updates.ts'
import { setWaitingCount } from './waiting-count.ts'

/** Shows the small inbox of staff. The open conversation is kept when the box is closed. */
export function StaffChat({ isOpen, onClose, onWaiting }: LiveChatProps) {
  useInboxUpdates()
  const { data, error, refetch } = useQuery(boxListQuery)
  // Their own, and unassigned ones.
  const waiting = data ? data.waiting.unassigned + data.waiting.mine : 0
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    setWaitingCount(waiting)
    return () => setWaitingCount(0)
  }, [waiting])
  useEffect(() => {
    const words = waiting === 1 ? '1 conversation waits for an answer' : `${waiting} conversations wait for an answer`
    onWaiting({ count: waiting, words })
  }, [waiting, onWaiting])
  if (!isOpen) return null
  return (
    <StaffBox
      conversations={data?.result}
      hasFailed={error !== null}
      onRetry={() => void refetch()}
      chosen={chosen}
      onChoose={setChosen}
      onClose={onClose}
    />
  )
}
