import { expect, test } from 'vitest'
import { correctedText } from './corrected-text.ts'

const corrected = [{ from: 'lanten', to: 'lantern' }]

test('only words are corrected; everything else stays as it was typed', () => {
  expect(correctedText('Lanten  is:open author:lanten', corrected)).toBe('lantern  is:open author:lanten')
  expect(correctedText('"the lanten" (lanten OR x) -lanten', corrected)).toBe('"the lantern" (lantern OR x) -lantern')
  expect(correctedText('lanterns', corrected)).toBe('lanterns')
})
