import { wordDifference } from './text-difference.ts'

/** Both texts in one: what went is struck out, what came is underlined. */
export function WordDifference({ from, to }: { from: string; to: string }) {
  return wordDifference(from, to).map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'removed') return <del key={key}>{text}</del>
    return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
  })
}
