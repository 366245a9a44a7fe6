import { IconMessage2Plus, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import type { usePopup } from '#web/ui/overlays/use-popup.ts'
import { answersQuery } from '../inbox-queries.ts'
import './answers-menu.css'

/** Shows the canned answers, to insert one or to edit them. */
export function AnswersMenu({
  menu: { isOpen, button, popup },
  onInsert,
  onManage,
}: {
  menu: ReturnType<typeof usePopup>
  onInsert: (message: string) => void
  onManage: () => void
}) {
  const { data: answers = [] } = useQuery(answersQuery)

  const field = () => popup.anchor.current?.closest('form')?.querySelector('textarea')

  function insert(message: string) {
    onInsert(message)
    // An inserted text is edited before it is sent.
    field()?.focus()
  }

  /** Above the field, below which the button stands. */
  function aboveField(): number {
    const [own, other] = [popup.anchor.current, field()].map((element) => element?.getBoundingClientRect().top ?? 0)
    return 4 + Math.max(0, (own ?? 0) - (other ?? 0))
  }

  return (
    <>
      <IconButton size={30} variant="default" aria-label="Canned answers" title="Canned answers (/)" {...button}>
        <IconMessage2Plus size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Menu
          {...popup}
          label="Canned answers"
          side="top"
          sideOffset={aboveField}
          align="start"
          className="answers-menu"
          entries={[
            ...answers.map(({ _id, title, message }) => ({
              key: _id,
              words: (
                <span className="answers-menu-item">
                  <span className="answers-menu-title" dir="auto">
                    {title}
                  </span>
                  <span className="answers-menu-message" dir="auto">
                    {message}
                  </span>
                </span>
              ),
              onRun: () => insert(message),
            })),
            {
              key: 'manage',
              icon: <IconPencil size={16} aria-hidden />,
              words: answers.length === 0 ? 'Add the first canned answer' : 'Change canned answers',
              onRun: onManage,
            },
          ]}
        />
      )}
    </>
  )
}
