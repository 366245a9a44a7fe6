import { useEffect, type ReactNode } from 'react'
import './page.css'

/**
 * Renders the frame of a screen: document title, the one first-level heading (which takes the focus after a navigation)
 * and the width. `narrow` suits a few fields, `text` suits forms, `wide` suits lists and records.
 */
export function Page({
  title,
  heading = title,
  back,
  description,
  beside,
  actions,
  width = 'wide',
  isDense = false,
  isSplit = false,
  isAround = false,
  isOneBar = false,
  children,
}: {
  /** For the document title, and for the heading unless that is given. */
  title: string
  /** Null leaves the heading to the children, which must then contain an `h1`. */
  heading?: ReactNode
  /** A link to the previous screen, above the heading. */
  back?: ReactNode
  description?: ReactNode
  /** Follows the heading in its line. */
  beside?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  /** The sheet of a screen with `pair` says how wide its two columns are. */
  width?: 'narrow' | 'text' | 'pair' | 'wide'
  /** For a screen of records: the heading leaves the room to them. */
  isDense?: boolean
  /** Its parts stand beside one another and scroll by themselves. */
  isSplit?: boolean
  /** It shows another page beside its content, which has the document's title and the first-level heading. */
  isAround?: boolean
  /** The list's filters follow the heading in its line, where there is room. */
  isOneBar?: boolean
  children: ReactNode
}) {
  useDocumentTitle(isAround ? undefined : title)
  const Heading = isAround ? 'h2' : 'h1'
  return (
    <div
      className="page"
      data-width={width}
      data-dense={isDense || undefined}
      data-split={isSplit || undefined}
      data-one-bar={isOneBar || undefined}
    >
      {back && <div className="page-back not-printed">{back}</div>}
      {heading !== null && (
        <header className="page-header">
          <div className="page-words">
            <Heading tabIndex={-1}>{heading}</Heading>
            {description && <p className="page-description">{description}</p>}
          </div>
          {beside}
          {actions && <div className="page-actions">{actions}</div>}
        </header>
      )}
      {children}
    </div>
  )
}

/** Suffix of every document title: the product's name, with which the page comes as its title. */
let product = globalThis.document?.title ?? ''

let unread = 0
let page: string | undefined

function showTitle(): void {
  const words = page === undefined || page === product ? product : `${page} · ${product}`
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${words}` : words
}

/** Shows before each document title how much is unread; nothing for 0. */
export function useUnreadInTitle(count: number): void {
  useEffect(() => {
    unread = count
    showTitle()
  }, [count])
}

/** Takes over what the product is called by now. */
export function useProductInTitle(name: string): void {
  useEffect(() => {
    if (!name || name === product) return
    product = name
    showTitle()
  }, [name])
}

/** @param title undefined where another page sets it */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    page = title
    showTitle()
  }, [title])
}
