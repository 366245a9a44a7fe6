import type { Plugin } from 'vite'

const text = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
/** A text, or several put together, as the contracts have them. */
const summary = new RegExp(`\\bsummary:\\s*${text}(?:\\s*\\+\\s*${text})*,`, 'g')

/** Leaves out of the client what its contracts say for the documents of the API alone. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/shared\/.*\.ts$/.test(id) || !/\b(endpoint|socketEvent)\(/.test(code)) return null
      const left = code.replaceAll(summary, '')
      if (/\bsummary:\s*['"`]/.test(left)) throw new Error(`${id} has a summary that can’t be left out`)
      return left
    },
  }
}
