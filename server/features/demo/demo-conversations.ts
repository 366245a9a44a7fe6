import type { PastConversation } from '#server/features/chat/public.ts'

const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

/**
 * What visitors of the demo have said lately: one who has been answered, and one who waits.
 * @param answerer the demo account
 */
export function demoConversations(
  answerer: { readonly userId: string; readonly fullName: string },
  now: Date,
): PastConversation[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  return [
    {
      visitor: 'Noor',
      page: '/page/bugs/list',
      userAgent: firefox,
      messages: [
        { by: 'visitor', at: ago(95), message: 'Hi! A colleague gave me the id of a bug. Where do I put it?' },
        {
          by: answerer,
          at: ago(92),
          message: 'Hello Noor. Into the keywords above the list; its last eight characters are enough.',
        },
        { by: 'visitor', at: ago(90), message: 'That works, thank you!' },
        { by: answerer, at: ago(89), message: 'Glad to hear it. Write again whenever something is in your way.' },
      ],
    },
    {
      visitor: 'Mateo',
      page: '/page/bugs/report',
      userAgent: iphone,
      messages: [
        {
          by: 'visitor',
          at: ago(12),
          message: 'The photo I add to a note on my phone is turned by 90 degrees after syncing.',
        },
        {
          by: 'visitor',
          at: ago(11),
          message: 'It only happens with pictures taken upright. Version 4.2 on an iPhone.',
        },
      ],
    },
  ]
}
