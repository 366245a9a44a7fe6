import { expect, it } from 'vitest'
import { splitAddresses } from './split-addresses.ts'

const addresses = (text: string) => splitAddresses(text).map(({ address }) => address)

it.each([
  ['one@example.org', ['one@example.org']],
  ['  one@example.org \n', ['one@example.org']],
  ['', []],
  [' ,; \r\n,', []],
  ['one@example.org,two@example.org', ['one@example.org', 'two@example.org']],
  ['one@example.org; two@example.org;', ['one@example.org', 'two@example.org']],
  [
    'one@example.org\r\ntwo@example.org\n\nthree@example.org',
    ['one@example.org', 'two@example.org', 'three@example.org'],
  ],
  ['Name <one@example.org>; two@example.org', ['one@example.org', 'two@example.org']],
  [
    'one@example.org, Name <two@example.org>, <three@example.org>',
    ['one@example.org', 'two@example.org', 'three@example.org'],
  ],
  ['A <one@example.org>, B <two@example.org>', ['one@example.org', 'two@example.org']],
])('%j is split at commas, semicolons and line breaks', (text, expected) => {
  expect(addresses(text)).toEqual(expected)
})

it.each([
  ['Doe, Jane <jane@example.org>; Roe, Bob <bob@example.org>', ['Doe, Jane', 'Roe, Bob']],
  ['"Doe, Jane" <jane@example.org>, "Roe; Bob" <bob@example.org>', ['Doe, Jane', 'Roe; Bob']],
  ['Jane Doe < jane@example.org >\n<bob@example.org>', ['Jane Doe', '']],
  ['"Jane" Doe <jane@example.org>\nbob@example.org', ['"Jane" Doe', '']],
])('%j keeps each name with its address', (text, names) => {
  expect(splitAddresses(text).map(({ name }) => name)).toEqual(names)
  expect(addresses(text)).toEqual(['jane@example.org', 'bob@example.org'])
})

it('returns what is no address as well, just as it was typed', () => {
  expect(splitAddresses('nobody; Jane <>; Jane <jane@example.org; two words@example.org, a"b')).toEqual([
    { typed: 'nobody', name: '', address: 'nobody' },
    { typed: 'Jane <>', name: 'Jane', address: '' },
    { typed: 'Jane <jane@example.org', name: '', address: 'Jane <jane@example.org' },
    { typed: 'two words@example.org', name: '', address: 'two words@example.org' },
    { typed: 'a"b', name: '', address: 'a"b' },
  ])
})

it('returns an address once, whatever its case and name', () => {
  expect(splitAddresses('Ann <ann@example.org>, ANN@Example.org\nBob <ann@example.org>')).toEqual([
    { typed: 'Ann <ann@example.org>', name: 'Ann', address: 'ann@example.org' },
  ])
})

it('finds again what is typed of what it found', () => {
  const found = splitAddresses('"Doe, Jane" <jane@example.org>, nobody; Roe, Bob <bob@example.org>')
  expect(splitAddresses(found.map(({ typed }) => typed).join('\n'))).toEqual(found)
})
