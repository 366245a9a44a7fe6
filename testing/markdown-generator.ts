/**
 * Generates texts of every construct of CommonMark and of GitHub's extensions, repeated and nested, and of characters
 * that are hard to lay out. Whatever reads or shows texts must take time in proportion to their length.
 */

interface Construct {
  readonly name: string
  readonly open: string
  /** Empty for a construct that nothing closes. */
  readonly close: string
}

const construct = (name: string, open: string, close = ''): Construct => ({ name, open, close })

/** Constructs within a line, between other words. */
const inline: readonly Construct[] = [
  construct('bracket', '[', ']'),
  construct('link', '[a](b', ')'),
  construct('empty link', '[](', ')'),
  construct('link without an end', '[a](<b'),
  construct('link with a title', '[a](b "', '")'),
  construct('link in links', '[', '](b)'),
  construct('image', '![a](b', ')'),
  construct('image in images', '![', '](b)'),
  construct('full reference', '[a][', ']'),
  construct('collapsed reference', '[', '][]'),
  construct('star', '*', '*'),
  construct('strong star', '**', '**'),
  construct('star between words', '*a ', ' b*'),
  construct('strong star between words', 'a**b ', 'c** '),
  construct('low line', '_', '_'),
  construct('low line between words', '_a ', ' b_'),
  construct('strong low line', '__a ', ' b__'),
  construct('mixed emphasis', '*a _b **c __d ', ' d__ c** b_ a*'),
  construct('strike', '~~', '~~'),
  construct('single tilde', '~a ', ' b~'),
  construct('code span', '`', '`'),
  construct('code span of two', '``a ', ' b``'),
  construct('code spans of several lengths', '` `` ``` ```` `````'),
  construct('backslash', '\\'),
  construct('escape', '\\*'),
  construct('entity', '&amp;'),
  construct('entity without an end', '&a'),
  construct('numbered entity', '&#1234;'),
  construct('tag', '<b>', '</b>'),
  construct('tag without an end', '<a'),
  construct('attributes without an end', '<a b="c" '),
  construct('quote without an end', '<a b="'),
  construct('comment', '<!--', '-->'),
  construct('instruction', '<?', '?>'),
  construct('declaration', '<!A', '>'),
  construct('character data', '<![CDATA[', ']]>'),
  construct('angled address', '<https://a.example/', '>'),
  construct('angled mail address', '<a@b.example', '>'),
  construct('address', 'https://a.example/b '),
  construct('address without a scheme', 'www.a.example '),
  construct('addresses in a row', 'http://'),
  construct('address of full stops', 'https://a.example/.', ' '),
  construct('address in brackets', 'https://a.example/((', '))'),
  construct('beginnings of addresses', 'www.', ''),
  construct('mail address', 'a@b.example '),
  construct('mail address without an end', 'a@'),
  construct('full stops of a mail address', 'a.b-', ''),
  construct('mention', '@Ada Lovelace '),
  construct('at signs', '@'),
  construct('at sign between brackets', '(@'),
  construct('reference to a bug', '#1a2b3c4d '),
  construct('number sign', '#'),
  construct('footnote call', '[^a', ']'),
  construct('inline footnote', '^[a', ']'),
  construct('hard break', '  \na'),
  construct('hard break by backslash', '\\\na'),
  construct('pipe', '|'),
  construct('braces', '{{a', '}}'),
  construct('wiki code', '{code}', '{code}'),
  construct('wiki code with a language', '{code:java}a'),
  construct('wiki link', '[a|https://b.example', ']'),
  construct('exclamation marks', '!['),
  construct('formula', '$', '$'),
  construct('hyphens', '-'),
  construct('equals signs', '='),
  construct('digits', '1'),
  construct('letters', 'a'),
  construct('words', 'some words '),
  construct('spaces', ' '),
  construct('tabs', '\t'),
]

/** Constructs that begin a line. */
const blocks: readonly Construct[] = [
  construct('quote', '> '),
  construct('tight quote', '>'),
  construct('list', '- '),
  construct('list of stars', '* '),
  construct('numbered list', '1. '),
  construct('numbered list in brackets', '1) '),
  construct('task', '- [ ] '),
  construct('done task', '- [x] '),
  construct('quote in a list', '- > '),
  construct('heading', '# '),
  construct('lowest heading', '###### '),
  construct('heading without a space', '#'),
  construct('fence', '```'),
  construct('fence of tildes', '~~~'),
  construct('fence with a language', '```js'),
  construct('indented code', '    '),
  construct('deep margin', '            '),
  construct('rule', '---'),
  construct('spaced rule', '- - - '),
  construct('underline of a heading', 'a\n='),
  construct('second underline of a heading', 'a\n-'),
  construct('element', '<div>'),
  construct('end of an element', '</div>'),
  construct('script', '<script>'),
  construct('definition', '[a]: b '),
  construct('definition without an end', '[a]: <b'),
  construct('definition with a title', '[a]: b "c'),
  construct('footnote', '[^a]: '),
  construct('table row', '| a | b |'),
  construct('table', '|a|\n|-|\n|b|'),
  construct('delimiter row', '|-|-|'),
  construct('step', '1. a\n'),
  construct('step in words', 'Step 1: a'),
  construct('log line', '[ERROR] a'),
  construct('timestamped line', '2024-01-02 03:04:05 a'),
  construct('stack frame', '    at a.b(c:1)'),
  construct('failure', 'java.lang.Error: a'),
  construct('code line', 'const a = b;'),
  construct('code line and lines below it', 'const a = b;\n  c\n  d'),
  construct('wiki heading', 'h1. a'),
  construct('line', 'a'),
]

/** One text of the generator, at any length. */
export interface Pattern {
  readonly name: string
  /** Returns the text. @param length in UTF-16 code units, which the text has at most and nearly */
  readonly text: (length: number) => string
}

const filled = (part: string, length: number) => part.repeat(Math.max(1, Math.floor(length / part.length)))

/** Returns as many of `open` as of `close`, with something between them. */
function nested(open: string, close: string, length: number, between = 'a'): string {
  const count = Math.max(1, Math.floor(length / (open.length + close.length)))
  return open.repeat(count) + between + close.repeat(count)
}

/** Returns as many levels as fit into `length`, each indented one step further. */
function staircase(mark: string, length: number): string {
  let text = ''
  for (let depth = 0; text.length < length; depth++) text += `${' '.repeat(depth * Math.max(2, mark.length))}${mark}a\n`
  return text.slice(0, length)
}

function ofInline({ name, open, close }: Construct): Pattern[] {
  const patterns: Pattern[] = [
    { name: `${name}, repeated`, text: (length) => filled(open + close, length) },
    { name: `${name}, repeated with words`, text: (length) => filled(`${open}a${close} b `, length) },
    { name: `${name}, one in each line`, text: (length) => filled(`${open}a${close}\n`, length) },
    { name: `${name}, one in each paragraph`, text: (length) => filled(`${open}a${close}\n\n`, length) },
    { name: `${name}, in a long table`, text: (length) => `|a|\n|-|\n${filled(`|${open}a${close}|\n`, length)}` },
  ]
  if (close === '') return patterns
  return [
    ...patterns,
    { name: `${name}, opened only`, text: (length) => filled(open, length) },
    { name: `${name}, opened only, with words`, text: (length) => filled(`${open}a `, length) },
    { name: `${name}, closed only`, text: (length) => filled(close, length) },
    { name: `${name}, nested`, text: (length) => nested(open, close, length) },
    { name: `${name}, nested with words`, text: (length) => nested(`a ${open}`, `${close} b`, length) },
  ]
}

function ofBlock({ name, open }: Construct): Pattern[] {
  return [
    { name: `${name}, in each line`, text: (length) => filled(`${open}\n`, length) },
    { name: `${name}, in each line with words`, text: (length) => filled(`${open}a\n`, length) },
    { name: `${name}, in each paragraph`, text: (length) => filled(`${open}a\n\n`, length) },
    { name: `${name}, once and a line that goes on`, text: (length) => open + filled('a ', length) },
    { name: `${name}, once and lines that go on`, text: (length) => open + filled('a\n', length) },
    { name: `${name}, nested in a line`, text: (length) => filled(open, length) },
    { name: `${name}, nested line by line`, text: (length) => staircase(open, length) },
    { name: `${name}, deep in each line`, text: (length) => filled(`${open.repeat(10)}a\n`, length) },
    { name: `${name}, deep in each paragraph`, text: (length) => filled(`${open.repeat(10)}a\n\n`, length) },
  ]
}

const special: readonly Pattern[] = [
  {
    name: 'table of as many columns as rows',
    text: (length) => {
      const side = Math.floor(Math.sqrt(length / 2))
      return `${'|a'.repeat(side)}|\n${'|-'.repeat(side)}|\n${filled(`${'|b'.repeat(side)}|\n`, length - side * 4)}`
    },
  },
  {
    name: 'wide table of short rows',
    text: (length) => `${filled('|a', length / 3)}|\n${filled('|-', length / 3)}|\n${filled('|\n', length / 3)}`,
  },
  {
    name: 'code spans of growing lengths',
    text: (length) => {
      let text = ''
      for (let run = 1; text.length + run < length; run++) text += `a${'`'.repeat(run)}`
      return text
    },
  },
  {
    name: 'definitions and references to them',
    text: (length) => {
      let text = ''
      for (let n = 0; text.length < length; n++) text += `[a${n}]: b\n\n[a${n}] `
      return text.slice(0, length)
    },
  },
  {
    name: 'references to a long definition',
    text: (length) => `[a]: ${filled('b', length / 2)}\n\n${filled('[a] ', length / 2)}`,
  },
  { name: 'brackets, then their ends', text: (length) => filled('[', length / 2) + filled('](a)', length / 2) },
  { name: 'stars, then low lines', text: (length) => filled('*a ', length / 2) + filled('_ ', length / 2) },
  { name: 'stars of three lengths', text: (length) => filled('***a** b*', length) },
  { name: 'emphasis of two kinds that cross', text: (length) => filled('*a **b* c** ', length) },
  { name: 'an address of brackets', text: (length) => `https://a.example/${filled(')', length)}` },
  { name: 'an address of full stops', text: (length) => `https://a.example/${filled('.', length)}x` },
  { name: 'an address of entities', text: (length) => `https://a.example/${filled('&a;', length)}` },
  {
    name: 'addresses that end in brackets and full stops',
    text: (length) => filled(`https://a.example/${'.)'.repeat(900)} `, length),
  },
  {
    name: 'addresses of full stops',
    text: (length) => filled(`https://a.example/${'.'.repeat(1_900)}x `, length),
  },
  { name: 'a long address', text: (length) => `https://a.example/${filled('a', length)}` },
  { name: 'a mail address of full stops', text: (length) => `a@${filled('b.', length)}` },
  { name: 'a comment without an end', text: (length) => `<!--${filled('- -', length)}` },
  { name: 'a fence that nothing closes', text: (length) => `\`\`\`\n${filled('``\n', length)}` },
  { name: 'a step with a fence that nothing closes', text: (length) => `1. a\n2. b\n\`\`\`\n${filled(' \n', length)}` },
  { name: 'blank lines between steps', text: (length) => `1. a${filled('\n', length)}2. b` },
  { name: 'spaces at the end of lines', text: (length) => filled(`a${' '.repeat(100)}\n`, length) },
  { name: 'a line of spaces and an end', text: (length) => `a${filled(' ', length)}b` },
  { name: 'carriage returns', text: (length) => filled('a\r', length) },
]

/** Every construct alone, repeated and nested. */
export const patterns: readonly Pattern[] = [...inline.flatMap(ofInline), ...blocks.flatMap(ofBlock), ...special]

/** Every two constructs together: side by side, one in the other, and each opened only. */
export const pairs: readonly Pattern[] = [...inline, ...blocks].flatMap((one, index, all) =>
  all.slice(index + 1).flatMap((other): Pattern[] => [
    {
      name: `${one.name} beside ${other.name}`,
      text: (length) => filled(`${one.open}a${one.close}${other.open}b${other.close} `, length),
    },
    { name: `${one.name} and ${other.name}, opened only`, text: (length) => filled(one.open + other.open, length) },
    {
      name: `${one.name} and ${other.name}, nested`,
      text: (length) => nested(one.open + other.open, other.close + one.close, length),
    },
    {
      name: `${one.name} in lines that begin with ${other.name}`,
      text: (length) => filled(`${other.open}${one.open}a${one.close}\n`, length),
    },
  ]),
)

/** Characters that are hard to lay out: kerning pairs, stacked marks, both directions, joining letters. */
export const hardCharacters: readonly Pattern[] = [
  ...['[](', '[a](', '(A', '4x', 'x~', 'AW', 'AV', '/W', '.T', 'To', 'fi', '->'],
  ...['\u0301', 'a\u0301\u0302', '\u0628', '\u0627 \u0644', '\u0627\u0628\u062c', '1\u05d0', '\u05d0(', '(\u05d0['],
  ...[
    '\u202e',
    '\u2067a',
    '\u200da',
    '\u200b',
    '\u00ad',
    '\ufdfa',
    '\u0915\u094d\u0937',
    '\u0416(',
    '\u754c',
    '\u1100',
  ],
  ...['\u{1f468}\u200d\u{1f469}', '\u{1f1e9}', '\u{10ffff}', '\ufffd', '\t', '\n', '\r\n', 'a\n', ' '],
].map((part) => ({ name: `nothing but ${JSON.stringify(part)}`, text: (length) => filled(part, length) }))
