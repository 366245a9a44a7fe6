import { currentFormats, type Formats } from './formats.ts'

/** Spaces of French numbers are narrow and don't break. */
const locales: Readonly<Record<Formats['numberFormat'], string>> = {
  '1,234.5': 'en-US',
  '1.234,5': 'de-DE',
  '1 234,5': 'fr-FR',
}

/** Returns a number as its reader prefers it, such as 12,500. */
export function numberOf(value: number, { numberFormat }: Pick<Formats, 'numberFormat'> = currentFormats()): string {
  return value.toLocaleString(locales[numberFormat])
}
