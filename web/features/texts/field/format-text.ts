import { insertText } from './insert-text.ts'

export type TextFormat = 'bold' | 'italic' | 'code' | 'link' | 'list'

/** What surrounds a selected text in each format. */
const around: Readonly<Record<Exclude<TextFormat, 'list'>, [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
}

/** The formats with keys. */
export const formatKeys: readonly { readonly format: TextFormat; readonly label: string; readonly keys: string }[] = [
  { format: 'bold', label: 'Bold', keys: 'Mod+B' },
  { format: 'italic', label: 'Italic', keys: 'Mod+I' },
  { format: 'code', label: 'Code', keys: 'Mod+E' },
  { format: 'link', label: 'Link', keys: 'Mod+K' },
]

/** Applies a format to the selected text of a field, or removes it. */
export function formatText(field: HTMLTextAreaElement, format: TextFormat): void {
  field.focus()
  if (format === 'list') return listLines(field)
  const { value, selectionStart: start, selectionEnd: end } = field
  const selected = value.slice(start, end)
  if (format === 'code' && selected.includes('\n')) return insertText(field, `\`\`\`\n${selected}\n\`\`\``, start, end)

  const [before, after] = around[format]
  if (value.slice(start - before.length, start) === before && value.slice(end, end + after.length) === after) {
    insertText(field, selected, start - before.length, end + after.length)
    field.setSelectionRange(start - before.length, end - before.length)
    return
  }
  insertText(field, before + selected + after, start, end)
  const inner = start + before.length
  field.setSelectionRange(inner, inner + selected.length)
}

function listLines(field: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const lines = value.slice(start, selectionEnd).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  insertText(field, lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n'), start, selectionEnd)
}
