import type { InstallationKey } from '#server/config/installation-key.ts'
import { isReplyLocalPart, readReplyLocalPart } from '#server/features/mail/public.ts'

/** What an address is to the product. */
export type OwnAddress =
  /** For answers; without an id where it was not made here. */
  | { readonly is: 'reply'; readonly replyId: string | undefined }
  /** The product's own, or that of a product in it. */
  | { readonly is: 'product'; readonly productKey: string | undefined }
  /** The one from which mail is sent. */
  | { readonly is: 'sender' }

interface Known {
  readonly key: InstallationKey
  /** MAIL_IN_ADDRESS. */
  readonly address: string
  readonly sender: string | undefined
}

/** Says what an address is to the product. @returns undefined for one of others */
export function ownAddressOf(given: string, { key, address, sender }: Known): OwnAddress | undefined {
  const lower = given.toLowerCase()
  const at = lower.lastIndexOf('@')
  const [local, domain] = [lower.slice(0, at), lower.slice(at + 1)]
  const [ownLocal, ownDomain] = address.split('@')
  if (domain === ownDomain) {
    if (isReplyLocalPart(local)) return { is: 'reply', replyId: readReplyLocalPart(key, local) }
    if (local === ownLocal) return { is: 'product', productKey: undefined }
    if (local.startsWith(`${ownLocal}+`)) return { is: 'product', productKey: local.slice(`${ownLocal}+`.length) }
  }
  return lower === sender?.toLowerCase() ? { is: 'sender' } : undefined
}
