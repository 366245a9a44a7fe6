import './marked-text.css'

/**
 * Shows plain text with highlights, each from (included) to (not) in UTF-16 code units, in order and without overlaps.
 */
export function MarkedText({
  text,
  marks,
}: {
  text: string
  marks: ReadonlyArray<readonly [from: number, to: number]>
}) {
  return (
    <>
      {marks.map(([from, to], index) => (
        <span key={from}>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark className="marked">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
