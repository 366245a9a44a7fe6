import { growsTooFast } from '#testing/storms/growth.ts'
import { describe, expect, it, test } from 'vitest'
import { fromTextile } from './textile.ts'

const context = {
  mention: () => undefined,
  attachment: (name: string) =>
    ({ 'shot.png': '0123456789abcdef01234567', 'a log.txt': 'fedcba9876543210fedcba98' })[name],
}
const read = (textile: string) => fromTextile(textile, context)

describe('blocks', () => {
  test.each([
    ['headings', 'h2. Two\n\ntext\nh3(#id). Three', '## Two\n\ntext\n\n### Three'],
    ['paragraphs', 'p(note). one\n\np>. two', 'one\n\ntwo'],
    [
      'attributes of every kind',
      'p(a#b){color:red}[en]((>)=. one\n\np(. a) b\n\n|_(x)>. c|',
      'one\n\na) b\n\n| c |\n| --- |',
    ],
    ['a quotation', 'bq. said\nand said\n\nanswered', '> said\n> and said\n\nanswered'],
    ['a reply', 'Ada wrote:\n> one\n> > two\n>\n> three\nYes.', 'Ada wrote:\n\n> one\n> > two\n>\n> three\n\nYes.'],
    ['lists', '* a\n** b\n# c\n## d\n# e', '- a\n  - b\n1. c\n   1. d\n2. e'],
    ['a rule', 'a\n---\nb', 'a\n\n---\n\nb'],
    [
      'a table',
      '|_. Name |_. Value |\n| a | @x|y@ |\n|\\2. both |',
      '| Name | Value |\n| --- | --- |\n| a | `x\\|y` |\n| both |  |',
    ],
    ['a table without a header', '{background:#ddd}. |a|b|\n|/2. c|d|', '|  |  |\n| --- | --- |\n| a | b |\n| c | d |'],
    [
      'code',
      'Run:\n<pre><code class="ruby">\nputs *1*\n  _x_\n</code></pre>\nend',
      'Run:\n\n```ruby\nputs *1*\n  _x_\n```\n\nend',
    ],
    ['a block of text', '<pre>\na ``` b\n</pre>', '````\na ``` b\n````'],
    ['a block in an item', '# a\n<pre>x</pre>\n# b', '1. a\n\n   ```\n   x\n   ```\n2. b'],
    ['a block without an end', '<pre>a', '<pre>a'],
  ])('%s', (_, textile, markdown) => expect(read(textile)).toBe(markdown))
})

describe('what stands in lines', () => {
  test.each([
    [
      'emphasis',
      '*bold* **bold** _slanted_ __slanted__ -gone- +new+ ??cited??',
      '**bold** **bold** *slanted* *slanted* ~~gone~~ *new* *cited*',
    ],
    ['colours', '%{color:red}red *bold*% and %(big)x%', 'red **bold** and x'],
    ['code', '@a_b@ and <code>*c*</code>', '`a_b` and `*c*`'],
    [
      'links',
      '"the *docs*":http://a.example/x_y and "b":mailto:b@c.example.',
      '[the **docs**](http://a.example/x_y) and [b](mailto:b@c.example).',
    ],
    [
      'images',
      '!shot.png! !{width:300px}shot.png(title)! !gone.png! {{thumbnail(shot.png, size=300)}}',
      '![shot.png](attachment:0123456789abcdef01234567) ![shot.png](attachment:0123456789abcdef01234567) !gone.png! ![shot.png](attachment:0123456789abcdef01234567)',
    ],
    [
      'files',
      'attachment:"a log.txt" attachment:shot.png attachment:gone.zip',
      '[a log.txt](attachment:fedcba9876543210fedcba98) ![shot.png](attachment:0123456789abcdef01234567) attachment:gone.zip',
    ],
    ['what is no Textile', '==*a*== <notextile>_b_</notextile>', '\\*a\\* \\_b\\_'],
  ])('%s', (_, textile, markdown) => expect(read(textile)).toBe(markdown))
})

it.each([
  ['#1234, r567, [[Page|title]], user:ada and @ada'],
  ['a@b.example and c@d.example'],
  ['List<String> -a -b x_y_z 2*3*4'],
  ['"quoted": he said, "twice"'],
  ['C:\\temp, 100% of 5%'],
  ['{{collapse(more)'],
  ['"wiki":/projects/a/wiki'],
])('what is no markup stays: %s', (text) => expect(read(text)).toBe(text))

it.each(['h1', 'p', 'bq', '|'])('thousands of brackets behind %s take as long as as many in short texts', (mark) => {
  const patterns = ['()', '(<)', '(.:a)', '{a'].map((inside) => ({
    name: inside,
    text: (length: number) => mark + inside.repeat(length / inside.length),
  }))
  expect(growsTooFast(read, patterns, 20_000)).toEqual([])
})
