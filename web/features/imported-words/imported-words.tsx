import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { bugsWords } from './bugs-words.ts'
import './imported-words.css'

/** Shows words that imported bugs brought along, each of which can be made something. @param children stands above them */
export function ImportedWords({
  title,
  words,
  action,
  sending,
  onAct,
  children,
}: {
  title: string
  words: readonly { readonly name: string; readonly bugs: number }[]
  action: string
  /** The word whose act is being sent. */
  sending?: string | undefined
  onAct: (name: string) => void
  children?: ReactNode
}) {
  return (
    <section className="imported-words" aria-labelledby="imported-words">
      <h2 id="imported-words">{title}</h2>
      <p className="muted">These came along with imported bugs. Nothing is made of them until you do.</p>
      {children}
      {words.length > 0 && (
        <ul className="imported-words-list" aria-labelledby="imported-words">
          {words.map(({ name, bugs }) => (
            <li key={name} className="imported-word">
              <bdi>{name}</bdi>
              <span className="muted">{bugsWords(bugs)}</span>
              <Button size="xs" variant="default" loading={sending === name} onClick={() => onAct(name)}>
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
