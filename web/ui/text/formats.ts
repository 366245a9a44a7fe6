import { useSyncExternalStore } from 'react'

/** How the reader reads dates and numbers. */
export interface Formats {
  readonly dateFormat: 'month/day/year' | 'day/month/year' | 'day.month.year' | 'year-month-day'
  readonly numberFormat: '1,234.5' | '1.234,5' | '1 234,5'
}

let formats: Formats = { dateFormat: 'month/day/year', numberFormat: '1,234.5' }
const listeners = new Set<() => void>()

/** Returns the formats of the reader of this page. */
export function currentFormats(): Formats {
  return formats
}

/** Sets them for everything that is shown from now on, and for what shows a date. */
export function setFormats({ dateFormat, numberFormat }: Formats): void {
  if (dateFormat === formats.dateFormat && numberFormat === formats.numberFormat) return
  formats = { dateFormat, numberFormat }
  for (const listener of listeners) listener()
}

/** Returns the formats, and renders again when they change. */
export function useFormats(): Formats {
  return useSyncExternalStore(subscribe, currentFormats)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
