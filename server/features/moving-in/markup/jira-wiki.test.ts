import { describe, expect, it, test } from 'vitest'
import { fromJiraWiki } from './jira-wiki.ts'

const context = {
  mention: (login: string) => ({ aabbott: 'Ada Abbott', '5b10ac8d82e05b22cc7d4ef5': 'Caro Castro' })[login],
  attachment: (name: string) =>
    ({ 'shot.png': '0123456789abcdef01234567', 'fix v2.patch': 'fedcba9876543210fedcba98' })[name],
}
const read = (wiki: string) => fromJiraWiki(wiki, context)

describe('blocks', () => {
  test.each([
    ['headings', 'h1. One\ntext\nh3. Three *bold*\nmore', '# One\ntext\n\n### Three **bold**\nmore'],
    ['a rule', 'above\n----\nbelow', 'above\n\n---\n\nbelow'],
    ['a quoted line', 'bq. Could you look?\nYes.', '> Could you look?\n\nYes.'],
    [
      'a quotation',
      'He said:\n{quote}\nfirst\n* a\n\nlast\n{quote}\nI agree.',
      'He said:\n\n> first\n>\n> - a\n>\n> last\n\nI agree.',
    ],
    ['a panel', '{panel:title=Note|borderStyle=dashed}\nRead *this*.\n{panel}', '> **Note**\n>\n> Read **this**.'],
    ['points', '* a\n** b\n*** c\n* d', '- a\n  - b\n    - c\n- d'],
    ['points with hyphens', 'List:\n- a\n- b', 'List:\n\n- a\n- b'],
    ['numbers', '# a\n## b\n## c\n# d', '1. a\n   1. b\n   2. c\n2. d'],
    ['mixed lists', '# a\n#* b\n#* c\n# d', '1. a\n   - b\n   - c\n2. d'],
    ['lists with more lines', '* a\nmore of a\n* b\n\nafter', '- a\n  more of a\n- b\n\nafter'],
    ['numbers that begin again', '# a\n# b\n\ntext\n# c', '1. a\n2. b\n\ntext\n\n1. c'],
    [
      'a table',
      '||Name||Value||\n|a|{{b}}|\n|c|[d|http://e.example/]|',
      '| Name | Value |\n| --- | --- |\n| a | `b` |\n| c | [d](http://e.example/) |',
    ],
    ['a table without a header', '|a|b|\n|c|d|\nafter', '|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n\nafter'],
    ['bars in cells', '|a \\| b|{{x|y}}|', '|  |  |\n| --- | --- |\n| a \\| b | `x\\|y` |'],
    ['an anchor', '{anchor:top}h', 'h'],
  ])('%s', (_, wiki, markdown) => expect(read(wiki)).toBe(markdown))
})

describe('code', () => {
  test.each([
    ['a language', '{code:java}\nint *x = a_b_c;\n{code}', '```java\nint *x = a_b_c;\n```'],
    ['a title', '{code:title=Foo.java|borderStyle=solid}\nx();\n{code}', '**Foo.java**\n\n```\nx();\n```'],
    [
      'no format',
      'Log:\n{noformat}\n  at a.b(C.java:1)\n\n*not bold* {color:red}\n{noformat}\nend',
      'Log:\n\n```\n  at a.b(C.java:1)\n\n*not bold* {color:red}\n```\n\nend',
    ],
    ['backticks in it', '{code}\na ``` b\n{code}', '````\na ``` b\n````'],
    ['code in a line', 'Run {code}ls -l | wc{code} now', 'Run `ls -l | wc` now'],
    ['code in an item', '# Do\n{code}\nx\n{code}\n# Then', '1. Do\n\n   ```\n   x\n   ```\n2. Then'],
    ['two blocks after each other', '{code}\na\n{code}\n{code}\nb\n{code}', '```\na\n```\n\n```\nb\n```'],
    ['a mark without an end', 'Use {code} or {noformat}', 'Use {code} or {noformat}'],
    ['other macros in code', '{code}\n{quote}\n{code}\n{quote}\nq\n{quote}', '```\n{quote}\n```\n\n> q'],
    ['code in a quotation', '{quote}\n{code}\n{quote} x\n{code}\n{quote}', '> ```\n> {quote} x\n> ```'],
    ['monospace', 'Call {{new Foo()}} and {{a`b}}', 'Call `new Foo()` and ``a`b``'],
  ])('%s', (_, wiki, markdown) => expect(read(wiki)).toBe(markdown))
})

describe('what stands in lines', () => {
  test.each([
    ['emphasis', '*bold*, _slanted_, -gone-, +new+, ??cited??', '**bold**, *slanted*, ~~gone~~, *new*, *cited*'],
    ['emphasis in emphasis', '*bold _both_*', '**bold *both***'],
    ['colours', '{color:red}-1 overall{color}. *{color:#0f0}+1 tests{color}*', '-1 overall. **+1 tests**'],
    [
      'links',
      '[the docs|http://a.example/x_y_z] and [http://b.example/] and [mail|mailto:a@b.example]',
      '[the docs](http://a.example/x_y_z) and http://b.example/ and [mail](mailto:a@b.example)',
    ],
    ['links with a tip', '[a|http://b.example/|tip]', '[a](http://b.example/)'],
    ['addresses with brackets', '[a|http://b.example/c_(d)]', '[a](<http://b.example/c_(d)>)'],
    ['plain addresses', 'See https://a.example/_b_/*c*, please', 'See https://a.example/_b_/*c*, please'],
    ['issues and anchors', '[the bug|ABC-12] [above|#top]', 'the bug (ABC-12) above (#top)'],
    [
      'mentions',
      '[~aabbott], [~unknown]and [~accountid:5b10ac8d82e05b22cc7d4ef5]',
      '@Ada Abbott, @unknown and @Caro Castro',
    ],
    [
      'files',
      '[^fix v2.patch] [^gone.txt] [here|^fix v2.patch]',
      '[fix v2.patch](attachment:fedcba9876543210fedcba98) gone.txt [fix v2.patch](attachment:fedcba9876543210fedcba98)',
    ],
    [
      'images',
      '!shot.png|width=300,thumbnail! !gone.png! !http://a.example/b.png!',
      '![shot.png](attachment:0123456789abcdef01234567) !gone.png! http://a.example/b.png',
    ],
    ['line breaks', 'a\\\\ b', 'a\n b'],
    ['escapes', '\\*not bold\\* and \\{not a macro\\}', '\\*not bold\\* and \\{not a macro\\}'],
  ])('%s', (_, wiki, markdown) => expect(read(wiki)).toBe(markdown))
})

describe('what is no markup stays', () => {
  it.each([
    ['List<String> a = b[0]; // x_y_z C:\\temp'],
    ['a - b - c, pre-commit and post-commit, run -a -b -c'],
    ['[INFO] [main] started [0x1f]'],
    ['if (a && !b && !c) return !d;'],
    ['${foo} {bar} {0} {{}}'],
    ['2*3*4 and a*b, foo.* and *.java'],
    ['+1 from me, C++ and g++'],
    ['10:30 -0500, -1, - and --'],
    ['(!) (/) (x) :) (y)'],
    ['a@b.example and @Test'],
    ['100% ~5 minutes &nbsp; &lt;b&gt;'],
    ['java.lang.NullPointerException: x\n\tat foo.Bar.<init>(Bar.java:12)\n\tat foo.Main$1.run(Main.java:3)'],
    ['\\d+ \\w'],
    ['What?? Really?'],
  ])('%s', (text) => expect(read(text)).toBe(text))

  it('even where Markdown would find a meaning', () => {
    expect(read('a*b* c* and `x')).toBe('a*b* c* and `x')
    expect(read('__init__ and a_b __main__')).toBe('\\_\\_init\\_\\_ and a_b \\_\\_main\\_\\_')
    expect(read('x ~1~ y')).toBe('x \\~1\\~ y')
    expect(read('\\\\server\\share')).toBe('\\\\\\\\server\\share')
    expect(read('Title\n=====')).toBe('Title\n\\=====')
    expect(read('a[0](b)')).toBe('a[0\\](b)')
  })

  it('and a first line with a wide margin becomes no code', () => {
    expect(read('Here:\n\n    {color:green}+1 tests{color}')).toBe('Here:\n\n   +1 tests')
  })
})
