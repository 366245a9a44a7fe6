import { useEffect, useState } from 'react'
import { needsMarkdown } from '../reading/needs-markdown.ts'

let engine: Awaited<ReturnType<typeof markdownEngine>> | undefined

/** Loads the Markdown engine when a text needs it, because it is larger than most screens. */
export async function markdownEngine() {
  const module = await import('./rendered-markdown.tsx')
  engine = module
  return module
}

/** Returns the engine if it is loaded already. */
export function engineAtHand() {
  return engine
}

/**
 * Returns false while texts would be shown plain first, and then as Markdown; also true where the engine can't be
 * loaded.
 */
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
