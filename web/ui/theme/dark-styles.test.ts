import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../..')
const styles = globSync('**/*.css', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'))

/** Declarations of the rules that hold in the dark alone. */
function darkDeclarations(text: string): string[] {
  const rules = text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<selector>[^{};]*)\{(?<declarations>[^{}]*)\}/g)
  return [...rules].flatMap(({ groups = {} }) =>
    groups['selector']?.includes("color-scheme='dark'")
      ? (groups['declarations'] ?? '').split(';').map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
      : [],
  )
}

const colour = String.raw`(#[0-9a-f]{3,8}|rgb\([\d /%]+\)|var\(--[\w-]+\))`
const shadow = String.raw`(-?\d+(px)? )+${colour}`
/** What has colours for its value, and changes the place and size of nothing. */
const coloursAlone = new RegExp(
  `^(color-scheme: dark|(--[\\w-]+|color|background|background-color|border-color): ${colour}|` +
    `(--[\\w-]+-shadow|box-shadow): ${shadow}(, ${shadow})*)?$`,
)

test('nothing but colours is otherwise in the dark, so that a screen has the same defects there but for contrast', () => {
  const dark = styles.flatMap(darkDeclarations)
  expect(dark.length).toBeGreaterThan(30)
  expect(dark.filter((declaration) => !coloursAlone.test(declaration))).toEqual([])
  expect(styles.filter((text) => /prefers-color-scheme|light-dark\(/.test(text))).toEqual([])
})
