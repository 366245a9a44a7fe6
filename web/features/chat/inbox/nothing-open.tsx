import { IconMessages } from '@tabler/icons-react'

/** Stands where the conversation will be. */
export function NothingOpen() {
  return (
    <section className="inbox-nothing" aria-label="Conversation">
      <IconMessages size={32} aria-hidden />
      <p>Choose a conversation to read and answer it.</p>
    </section>
  )
}
