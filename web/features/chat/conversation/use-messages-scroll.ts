import { useLayoutEffect, useRef, useState } from 'react'
import type { Channel } from '../channel/channel.ts'
import type { Thread } from '../channel/thread.ts'

/** Pixels from an edge that still count as being there. */
const near = 80

/**
 * Controls the scroll position of a conversation. New messages keep the end in view for a reader who is there, and are
 * announced to others; own messages always scroll into view. Earlier messages are added without moving what is being
 * read.
 * @param notes how many stand among the messages
 */
export function useMessagesScroll(channel: Channel, thread: Thread, notes: number) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ channel, first: 0, last: 0, outgoing: 0, height: 0 })
  const [hasNewBelow, setHasNewBelow] = useState(false)
  const [isLoadingEarlier, setIsLoadingEarlier] = useState(false)
  const { messages, outgoing, typing, isLoaded } = thread
  const [first, last] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0]

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const was = before.current
    before.current = { channel, first, last, outgoing: outgoing.length, height: element.scrollHeight }
    const isOther = was.channel !== channel
    if (isOther || outgoing.length > was.outgoing) isAtEnd.current = true
    if (!isOther && was.first > first && was.last === last) element.scrollTop += element.scrollHeight - was.height
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    else if (last > was.last && !(messages.at(-1)?.own ?? true)) setHasNewBelow(true)
  }, [channel, first, last, messages, outgoing, typing, isLoaded, notes])

  // The box itself may change its size, for example by a phone's keyboard.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  async function loadEarlier() {
    if (isLoadingEarlier || !thread.hasEarlier) return
    setIsLoadingEarlier(true)
    try {
      await channel.loadEarlier()
    } catch {
      // The button stays for another try.
    } finally {
      setIsLoadingEarlier(false)
    }
  }

  return {
    box,
    hasNewBelow,
    isLoadingEarlier,
    loadEarlier: () => void loadEarlier(),
    onScroll: () => {
      const element = box.current
      if (!element) return
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < near
      if (isAtEnd.current) setHasNewBelow(false)
      if (element.scrollTop < near && messages.length > 0) void loadEarlier()
    },
    toEnd: () => {
      const element = box.current
      if (!element) return
      element.scrollTop = element.scrollHeight
      setHasNewBelow(false)
      element.focus({ preventScroll: true })
    },
  }
}
