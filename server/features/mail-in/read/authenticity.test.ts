import { describe, expect, it } from 'vitest'
import { saysPass } from './authenticity.ts'

const header = (value: string) => ({ key: 'authentication-results', value })
const says = (...values: readonly string[]) => saysPass(values.map(header), 'mx.example.com', 'example.org')

describe('Authentication-Results', () => {
  it.each([
    ['DMARC', 'mx.example.com; dkim=fail header.d=x.example; dmarc=pass (p=REJECT) header.from=example.org'],
    ['DMARC of a server with a version', 'MX.example.com 1; dmarc=pass header.from=example.org'],
    ['a signature, where DMARC says nothing', 'mx.example.com; dkim=pass header.i=@example.org; dmarc=none'],
    ['a signature of the domain above', 'mx.example.com; dkim=pass header.d=org'],
    ['the sender of the envelope', 'mx.example.com; spf=pass smtp.mailfrom=ada@example.org'],
  ])('count where the topmost of the named server says so, for the domain of the sender: %s', (_name, value) => {
    expect(says(value, 'mx.example.com; dmarc=fail')).toBe(true)
  })

  it.each([
    ['of another server', ['mx.example.net; dmarc=pass header.from=example.org']],
    ['of a server whose name begins alike', ['mx.example.com.evil.example; dmarc=pass']],
    ['below those of the server', ['mx.example.com; dmarc=fail', 'mx.example.com; dmarc=pass header.from=example.org']],
    ['for another sender', ['mx.example.com; dmarc=pass header.from=evil.example']],
    ['with a failed DMARC and another signature', ['mx.example.com; dkim=pass header.d=example.org; dmarc=fail']],
    ['with a signature of another domain', ['mx.example.com; dkim=pass header.d=evil.example']],
    ['with a signature of a domain that ends alike', ['mx.example.com; dkim=pass header.d=le.org']],
    ['with a sender of a domain below', ['mx.example.com; spf=pass smtp.mailfrom=a@x.example.org']],
    ['in a comment', ['mx.example.com (; dmarc=pass header.from=example.org); dmarc=none']],
    ['in a value', ['mx.example.com; x=dmarc=pass; dkim=none reason="dmarc=pass"']],
    [
      'in quotes',
      ['mx.example.com; spf=pass smtp.mailfrom="; dmarc=pass header.from=example.org; x"@evil.example; dmarc=none'],
    ],
    [
      'behind a bracket that a comment quotes',
      ['mx.example.com (a\\); dmarc=pass header.from=example.org) ; dmarc=none'],
    ],
    [
      'beside one that failed',
      ['mx.example.com; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org'],
    ],
    ['without the sender that they are about', ['mx.example.com; dmarc=pass']],
    ['with a quote that does not end', ['mx.example.com; dmarc=pass header.from=example.org; x="']],
    ['none at all', []],
  ])('do not count %s', (_name, values) => {
    expect(says(...values)).toBe(false)
  })
})
