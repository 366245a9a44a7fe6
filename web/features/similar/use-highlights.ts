import { type RefObject, useEffect } from 'react'
import { markedWords } from './matched-words.ts'

/** The name of the highlights in style sheets. */
const name = 'matched-words'

/**
 * Highlights words inside an element without changing it, also in later content. Browsers without this feature show the
 * text unmarked.
 */
export function useHighlights(place: RefObject<HTMLElement | null>, matched: readonly string[]): void {
  useEffect(() => {
    const root = place.current
    if (!root || !('highlights' in CSS)) return
    const all = CSS.highlights.get(name) ?? new Highlight()
    CSS.highlights.set(name, all)
    let own: Range[] = []
    const clear = () => {
      for (const range of own) all.delete(range)
    }
    const mark = () => {
      clear()
      own = rangesIn(root, matched)
      for (const range of own) all.add(range)
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(root, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      clear()
    }
  }, [place, matched])
}

function rangesIn(root: HTMLElement, matched: readonly string[]): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    // The headings between the texts are not part of the report.
    const { parentElement: around } = node
    if (around?.parentElement === root && around.tagName === 'H4') continue
    let place = 0
    for (const { text, isMatched } of markedWords(node.nodeValue ?? '', matched)) {
      if (isMatched) {
        const range = new Range()
        range.setStart(node, place)
        range.setEnd(node, place + text.length)
        ranges.push(range)
      }
      place += text.length
    }
  }
  return ranges
}
