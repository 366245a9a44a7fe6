import { IconMessages } from '@tabler/icons-react'
import { Kbd } from '#web/ui/kbd.tsx'

/** Stands where the conversation will be. */
export function NothingOpen() {
  return (
    <section className="inbox-nothing" aria-label="Conversation">
      <IconMessages size={32} aria-hidden />
      <p>Choose a conversation to read and answer it.</p>
      <p className="inbox-nothing-keys">
        <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>↵</Kbd> opens, <Kbd>Esc</Kbd> leads back to the list
      </p>
    </section>
  )
}
