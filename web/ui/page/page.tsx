import { useEffect, type ReactNode } from 'react'
import './page.css'

/** Suffix of every document title. */
const product = 'Mothlight'

/**
 * Renders the frame of a screen: document title, the one first-level heading (which takes the focus after a navigation)
 * and the width. `narrow` suits a few fields, `text` suits forms, `wide` suits lists and records.
 */
export function Page({
  title,
  heading = title,
  back,
  description,
  actions,
  width = 'wide',
  children,
}: {
  /** For the document title, and for the heading unless that is given. */
  title: string
  /** Null leaves the heading to the children, which must then contain an `h1`. */
  heading?: ReactNode
  /** A link to the previous screen, above the heading. */
  back?: ReactNode
  description?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  width?: 'narrow' | 'text' | 'wide'
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <div className="page" data-width={width}>
      {back && <div className="page-back not-printed">{back}</div>}
      {heading !== null && (
        <header className="page-header">
          <div className="page-words">
            <h1 tabIndex={-1}>{heading}</h1>
            {description && <p className="page-description">{description}</p>}
          </div>
          {actions && <div className="page-actions">{actions}</div>}
        </header>
      )}
      {children}
    </div>
  )
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === product ? product : `${title} · ${product}`
  }, [title])
}
