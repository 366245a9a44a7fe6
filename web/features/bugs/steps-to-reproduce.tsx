import { numberedSteps } from './numbered-steps.ts'
import { PlainText } from './plain-text.tsx'
import './steps-to-reproduce.css'

/** Steps as a numbered list where the text is one, and as the text itself where it is not. */
export function StepsToReproduce({ text }: { text: string }) {
  const list = numberedSteps(text)
  if (!list) return <PlainText text={text} />
  return (
    <>
      {list.intro && <PlainText text={list.intro} />}
      <ol className="steps">
        {list.steps.map((step, index) => (
          <li key={index}>
            <PlainText text={step} />
          </li>
        ))}
      </ol>
      {list.outro && <PlainText text={list.outro} />}
    </>
  )
}
