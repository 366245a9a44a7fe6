import { describe, expect, it } from 'vitest'
import { eachReportWord } from './report-words.ts'

const id = '6b02ae611fd64cc0a1b2c3d4'

function wordsOf(title: string, description: string): string[] {
  const words: string[] = []
  eachReportWord(title, description, (field, { written }) => words.push(`${field} ${written}`))
  return words
}

describe('the words of a report', () => {
  it.each([
    [`Crashes ![pic.png](attachment:${id}) always`],
    [`Crashes [two &#91;logs&#93;.txt](attachment:${id})![b.png](attachment:${id}) always`],
    [`Crashes attachment:${id} always`],
  ])('hold nothing of the attached file in %j', (description) => {
    expect(wordsOf('Camera', description)).toEqual(['title Camera', 'prose Crashes', 'prose always'])
  })

  it('hold the words of other links', () => {
    const description = `[manual](https://example.test) attachment: missing`
    expect(wordsOf('', description)).toContain('prose manual')
    expect(wordsOf('', description)).toContain('prose attachment')
  })
})
