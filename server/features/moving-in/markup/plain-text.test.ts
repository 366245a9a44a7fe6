import { expect, test } from 'vitest'
import { fromMarkdown } from './from-markdown.ts'
import { fromPlainText } from './plain-text.ts'

const context = {
  mention: () => undefined,
  attachment: (name: string) =>
    ({ '12': '0123456789abcdef01234567', '/uploads/0a/b.png': 'fedcba9876543210fedcba98' })[name],
}

test.each([
  [
    'a reply',
    '(In reply to Ada from comment #1)\n> one\n>> two\nYes.',
    '(In reply to Ada from comment #1)\n> one\n>> two\n\nYes.',
  ],
  [
    'a new file',
    'Created attachment 12\nscreenshot',
    '[Created attachment 12](attachment:0123456789abcdef01234567)\nscreenshot',
  ],
  ['a file that is not here', 'Created attachment 13', 'Created attachment 13'],
  ['signs of Markdown', '*a* _b_ `c` [d](e)', '\\*a\\* \\_b\\_ \\`c\\` [d\\](e)'],
  ['beginnings of lines', '# one\n=====\n-----\n1. x\n- y', '\\# one\n\\=====\n\\-----\n1. x\n- y'],
  ['addresses', 'http://a.example/_b_ and bug 12', 'http://a.example/_b_ and bug 12'],
  ['indented lines', 'So:\n\n    *p = a_b;\n  *x*', 'So:\n\n    *p = a_b;\n  \\*x\\*'],
  ['backslashes', 'C:\\(a) \\d', 'C:\\\\(a) \\d'],
])('a plain text keeps %s', (_, plain, markdown) => expect(fromPlainText(plain, context)).toBe(markdown))

test('Markdown keeps everything but the addresses of files', () => {
  expect(
    fromMarkdown('![b](/uploads/0a/b.png){width=60%} [c](/uploads/0a/c.png) **d** [e](http://f "g")', context),
  ).toBe('![b](attachment:fedcba9876543210fedcba98) [c](/uploads/0a/c.png) **d** [e](http://f "g")')
})
