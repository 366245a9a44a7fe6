import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** Copies `text`, and confirms it on the button. */
export function CopyButton({ text, label, Icon = IconCopy }: { text: string; label: string; Icon?: TablerIcon }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <>
      <IconButton size={24} aria-label={label} title={label} onClick={() => void copy()}>
        {copied ? <IconCheck size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
