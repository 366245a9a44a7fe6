import { fromJiraWiki } from '#server/features/moving-in/markup/jira-wiki.ts'
import { fromMarkdown } from '#server/features/moving-in/markup/from-markdown.ts'
import { fromPlainText } from '#server/features/moving-in/markup/plain-text.ts'
import { fromTextile } from '#server/features/moving-in/markup/textile.ts'
import { growsTooFast } from '#testing/storms/growth.ts'
import { hardCharacters } from '#testing/markdown-generator.ts'
import { expect, test } from 'vitest'

const context = { mention: () => undefined, attachment: () => undefined }

/** What begins something in one of the markups, and what ends another. */
const pieces = [
  ...['{code:x}', '{noformat}', '{quote:x}', '{panel:title=a}', '{color:red}', '{anchor:a}', '{{', '[a|', '[~a', '[^a'],
  ...[
    '!a',
    '*a ',
    '_a ',
    '-a ',
    '+a ',
    '??a ',
    '`',
    '|a',
    '||',
    '\\',
    '# ',
    '** ',
    'bq. ',
    'h1. ',
    'http://a',
    '<pre>',
  ],
  ...['<pre></pre', '<code>', '@a ', '"a ', '"a":/', '==', '%{a}b ', 'attachment:', 'attachment:"', '{{thumbnail('],
  ...['> ', '>', '![a](', '[a](b "', '\n* a', '\n|a|', '\n> a\nb', '~', '[[', '&#1;'],
].map((piece) => ({ name: piece, text: (length: number) => piece.repeat(length / piece.length) }))

test.each([
  ['Jira', fromJiraWiki],
  ['Textile', fromTextile],
  ['plain text', fromPlainText],
  ['Markdown', fromMarkdown],
] as const)(
  'a text of %s is converted in time in proportion to its length',
  (_, convert) => {
    expect(growsTooFast((text) => convert(text, context), [...pieces, ...hardCharacters], 40_000)).toEqual([])
  },
  600_000,
)
