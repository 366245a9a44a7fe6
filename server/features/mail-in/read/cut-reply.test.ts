import { describe, expect, it } from 'vitest'
import { cutReply } from './cut-reply.ts'

const cut = (...lines: readonly string[]) => cutReply(lines.join('\r\n'))

describe('what is kept of an answer', () => {
  it.each([
    [
      'Gmail',
      [
        'Yes.',
        '',
        'On Tue, Nov 24, 2026 at 10:00 AM Ada Lovelace <ada@example.com>',
        'wrote:',
        '',
        '> Is it on?',
        '>',
        '> Ada',
      ],
    ],
    [
      'Gmail, German',
      [
        'Yes.',
        '',
        'Am Di., 24. Nov. 2026 um 10:00 Uhr schrieb Ada Lovelace <',
        'ada@example.com>:',
        '',
        '> Ist sie an?',
      ],
    ],
    [
      'Outlook',
      [
        'Yes.',
        '',
        '________________________________',
        'From: Ada <ada@example.com>',
        'Sent: Tuesday, November 24, 2026 10:00',
        'To: Bob',
        'Subject: RE: Lamp',
        '',
        'Is it on?',
      ],
    ],
    [
      'Outlook, French',
      [
        'Yes.',
        '',
        'De : Ada <ada@example.com>',
        'Envoyé : mardi 24 novembre 2026 10:00',
        'À : Bob',
        'Objet : Lampe',
        '',
        'Marche-t-elle ?',
      ],
    ],
    [
      'Outlook, old',
      ['Yes.', '', '-----Ursprüngliche Nachricht-----', 'Von: Ada', 'Gesendet: Dienstag', '', 'Ist sie an?'],
    ],
    [
      'Apple Mail',
      ['Yes.', '', '> On 24 Nov 2026, at 10:00, Ada Lovelace <ada@example.com> wrote:', '>', '> Is it on?'],
    ],
    [
      'an iPhone',
      [
        'Yes.',
        '',
        'Sent from my iPhone',
        '',
        '> On 24 Nov 2026, at 10:00, Ada <ada@example.com> wrote:',
        '> ',
        '> Is it on?',
      ],
    ],
    [
      'a phone with Outlook',
      [
        'Yes.',
        '',
        'Get Outlook for iOS<https://aka.ms/o0ukef>',
        '________________________________',
        'From: Ada <ada@example.com>',
        'Sent: Tuesday',
        'To: Bob',
        'Subject: Lamp',
        '',
        'x',
      ],
    ],
    ['Thunderbird, Polish', ['Yes.', '', 'W dniu 24.11.2026 o 10:00, Ada pisze:', '> Czy świeci?', '', '-- ', 'Bob']],
    ['a language that is on no list', ['Yes.', '', 'Tue 24.11.2026 10:00 Ada <ada@example.com> xyzzy:', '> Is it on?']],
    ['a signature', ['Yes.', '', '-- ', 'Bob', 'Lamp Works']],
    ['nothing below', ['Yes.']],
  ])('is what its author wrote: %s', (_name, lines) => {
    expect(cut(...lines)).toBe('Yes.')
  })

  it('is all of it where it is a mark by itself, or words that look like one', () => {
    for (const lines of [
      ['> Only this was quoted'],
      ['Ada wrote:', 'nothing at all'],
      ['The log says', '====', 'error at 10:00', '---', 'and then', 'more'],
      ['From: here', 'it goes on'],
      ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
    ]) {
      expect(cut(...lines)).toBe(lines.join('\n'))
    }
  })

  it('has the quoted lines to which an answer belongs, and not who wrote them or what nobody answers', () => {
    const quoted = ['> Is it on?', '', 'Yes.', '', '> And now?', '', 'No.']
    const sentence = 'On Tue, Nov 24, 2026 at 10:00 AM Ada <ada@example.com> wrote:'
    expect(cut(sentence, ...quoted, '', '> Ada')).toBe(quoted.join('\n'))
  })

  it('is what stands below a mail that is quoted whole', () => {
    const sentence = 'On 24.11.26 10:00, Ada wrote:'
    expect(cut(sentence, '> Is it on?', '>', '> Ada', '', 'Yes.')).toBe('Yes.')
  })

  it('is nothing of a mail that only brings files, and all of any other', () => {
    const text = 'Sent from my iPhone'
    expect([cutReply(text, { hasFiles: true }), cutReply(text)]).toEqual(['', text])
  })

  it('lacks a signature that the program of its author has marked', () => {
    expect(cutReply('Yes.\n\nBob\nLamp Works', { signatures: ['Bob\n\nLamp Works'] })).toBe('Yes.')
  })
})
