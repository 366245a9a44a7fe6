import type { DroppedReason } from '#shared/mail-in/words.ts'

interface Facts {
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  /** In lower case. */
  readonly from: string
  /** Of the envelope; undefined where it is not known, empty for a bounce. */
  readonly envelopeFrom: string | undefined
  /** It has a Message-ID of a mail that was sent from here, or an address from which mail is sent here. */
  readonly isOwn: boolean
  readonly isReport: boolean
}

const robots =
  /^(?:mailer-daemon|postmaster|(?:no|do-?not|dont)[-_.]?reply|bounces?|auto-?reply|auto-?responder)(?:[+_.-].*)?@/

/**
 * Machines start nothing here: a mail that is an automatic answer, was sent to many, or comes from the product itself becomes no
 * comment, whoever it seems to come from, because two machines could answer each other for ever. @returns undefined for a person's
 */
export function machineReason({ headers, from, envelopeFrom, isOwn, isReport }: Facts): DroppedReason | undefined {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  if (isReport) return 'delivery-report'
  if (isOwn || valueOf('x-mothlight') !== undefined) return 'from-here'
  if ((valueOf('auto-submitted') ?? 'no').split(/[;\s]/)[0] !== 'no') return 'automatic'
  if (/^(?:auto_reply|auto-reply)/.test(valueOf('precedence') ?? '')) return 'automatic'
  const suppress = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-auto-reply-from']
  if (suppress.some((name) => valueOf(name) !== undefined)) return 'automatic'
  if (/^(?:bulk|list|junk)$/.test(valueOf('precedence') ?? '')) return 'list'
  if (['list-id', 'list-unsubscribe', 'list-post'].some((name) => valueOf(name) !== undefined)) return 'list'
  if (envelopeFrom === '' || valueOf('return-path') === '<>') return 'from-nobody'
  return robots.test(from) ? 'automatic' : undefined
}
