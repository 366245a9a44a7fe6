import { expect, test } from 'vitest'
import { markdownSource } from './markdown-source.ts'

const source = (text: string, asSteps = false) => markdownSource(text, asSteps)

test('Markdown stays as it is', () => {
  const text =
    '# One\n\n- a\n  - b\n    c\n\n1. x\n   y\n\n> q\n\n| a | b |\n|---|---|\n\n```js\n  at x(y:1)\n```\n\n    code\n'
  expect(source(text)).toBe(text)
})

test.each([
  ['java.lang.NullPointerException: x\n\tat foo.Bar.baz(Bar.java:12)\n\tat foo.Main(Main.java:3)'],
  ['Error: no\n    at f (file.js:1:2)\n    at async g (file.js:3:4)'],
  ['Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\nValueError: x'],
  ['[ERROR] one\n[INFO] two'],
  ['[TRACE] :      setenv YACC\n[ERROR] :  ** BUILD FAILED **'],
  ['2016-06-07T15:12:55.571Z | TRACE  | set\n2016-06-07T15:12:55.573Z | TRACE  | check'],
  ['E/TiAPI   ( 1234): one\nW/System.err( 1234): two'],
  ['Nov  4 17:16:32 unknown Kitchen[641] <Error>: a\n\t*** Call stack:\n\t(\n\t\t0  CoreFoundation 0x365b564f x + 1'],
  ['var a = {\n\tb: 1\n};\nfoo(a);'],
  ['<View>\n  <Label id="a"/>\n  <Label id="b"/>\n</View>'],
])('what a program wrote is put into a fence: %j', (text) => {
  expect(source(`It says:\n${text}\nHelp!`)).toBe(`It says:\n\`\`\`\n${text}\n\`\`\`\nHelp!`)
})

test.each([
  ['The error is odd.\nIt comes at noon (always).'],
  ['ERROR: one line alone is a sentence'],
  ['Then, at last;\nsomething else;\nhappened'.replaceAll(';', ',')],
  ['10:30 started'],
])('people’s own lines are left alone: %j', (text) => {
  expect(source(text)).toBe(text)
})

test('margins of lines below others stay, in spaces that Markdown can’t take', () => {
  expect(source('Config:\n  a = 1\n\tb = 2')).toBe('Config:\n\u00a0\u00a0a = 1\n\u00a0\u00a0\u00a0\u00a0b = 2')
  expect(source('- a\n  b\n\nc\n  d')).toBe('- a\n  b\n\nc\n\u00a0\u00a0d')
})

test('the wiki markup of older trackers becomes Markdown', () => {
  expect(source('h3. Log\n{code:java}\nx();\n{code}\nSee {{a.b}} and [the docs|http://a.example/x].')).toBe(
    '### Log\n\n```java\nx();\n```\n\nSee `a.b` and [the docs](<http://a.example/x>).',
  )
  expect(source('{noformat}a ``` b\nc{noformat}')).toBe('\n````\na ``` b\nc\n````\n')
  expect(source('h2.Steps\n# a\n## b\n{noformat}\n# c\n{noformat}\n# d\n** e')).toBe(
    '## Steps\n1. a\n   1. b\n\n```\n# c\n```\n\n1. d\n  - e',
  )
  expect(source('`{code}a{code}` is code')).toBe('`{code}a{code}` is code')
  expect(source('run {code}ls{code} now')).toBe('run ` ls ` now')
})

test('markup of a wiki means nothing in a text that has no other', () => {
  expect(source('{{7*7}} and *this*')).toBe('{{7*7}} and *this*')
})

test('several lines with one # each are a numbered list, one is a heading', () => {
  expect(source('# a\n# b\n')).toBe('1. a\n1. b\n')
  expect(source('# a\n\n# b')).toBe('# a\n\n# b')
  expect(source('```sh\n# a\n# b\n```')).toBe('```sh\n# a\n# b\n```')
})

test('steps that are numbered in any usual way become a list', () => {
  expect(source('First:\nStep 1: a\nstep 2: b\n    c\n\nThen', true)).toBe('First:\n\n1. a\n2. b\n   c\n\nThen')
  expect(source('1) a\n```\n2) x\n\n```\n2) b', true)).toBe('1. a\n   ```\n   2) x\n\n   ```\n2. b')
  expect(source('no list', true)).toBe('no list')
})

test('odd line ends are line ends', () => {
  expect(source('a\r\nb\rc')).toBe('a\nb\nc')
})
