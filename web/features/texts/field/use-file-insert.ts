import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'
import { insertText } from './insert-text.ts'

/** Handles files that are pasted, dropped or picked, and inserts their Markdown. */
export function useFileInsert(
  field: RefObject<HTMLTextAreaElement | null>,
  onFiles: ((files: File[]) => Promise<string | undefined>) | undefined,
) {
  const [isOver, setIsOver] = useState(false)

  /** Inserts each file as soon as it is uploaded, so that a large one delays no other. */
  function take(files: readonly File[]) {
    for (const file of files) void takeOne(file)
  }

  async function takeOne(file: File) {
    const markdown = await onFiles?.([file])
    if (markdown === undefined || !field.current) return
    const { value, selectionStart, selectionEnd } = field.current
    const isLineStart = selectionStart === 0 || value[selectionStart - 1] === '\n'
    insertText(field.current, `${isLineStart ? '' : '\n'}${markdown}\n`, selectionStart, selectionEnd)
  }

  const holdsFiles = (transfer: DataTransfer) => onFiles !== undefined && transfer.types.includes('Files')

  return {
    isOver,
    take,
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        // What is copied from a table or a document comes as text and as a picture of it.
        if (!holdsFiles(event.clipboardData) || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        take([...event.clipboardData.files])
      },
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        take([...event.dataTransfer.files])
      },
    },
  }
}
