import { memo } from 'react'
import './avatar.css'

const hues = ['green', 'amber', 'grey', 'blue', 'red'] as const

/** Shows a person's initials on a calm colour that depends on the name. The name itself must be beside it. */
export const Avatar = memo(function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <span
      className="avatar"
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  )
})

/** Returns the first letters of the first and the last word, in upper case. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = Array.from(words[0] ?? '')[0] ?? '?'
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

function hueOf(name: string): (typeof hues)[number] {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return hues[sum % hues.length] ?? 'grey'
}
