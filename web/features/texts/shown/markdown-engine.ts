import { useEffect, useState } from 'react'
import { needsMarkdown } from '../reading/needs-markdown.ts'

let engine: Awaited<ReturnType<typeof markdownEngine>> | undefined

/** The Markdown engine is larger than most screens, so it comes when a text needs it. */
export async function markdownEngine() {
  const module = await import('./rendered-markdown.tsx')
  engine = module
  return module
}

/** The engine where it has come already. */
export function engineAtHand() {
  return engine
}

/** False while texts would be shown plain first, and then as the Markdown that they are; also true where it can't be had. */
export function useReadyForTexts(texts: readonly string[]): boolean {
  const [isOver, setIsOver] = useState(engine !== undefined)
  const isMissing = !isOver && engine === undefined && texts.some((text) => needsMarkdown(text, false))
  useEffect(() => {
    if (!isMissing) return
    const end = () => setIsOver(true)
    markdownEngine().then(end, end)
  }, [isMissing])
  return !isMissing
}
