export { mailOfMessageId, shortened } from './headers.ts'
export { mailBody, type MailBlock } from './mail-body.ts'
export type { DueMail, MailKind, MailText } from './mail-kind.ts'
export { type LessMail, lessLinks, lessToken, readLessToken } from './less-links.ts'
export { isHeld, linksOf, type MailOut, openMailOut } from './mail-out.ts'
export { dropMail, type NewMail, putMail } from './mail-store.ts'
export {
  isReplyLocalPart,
  keepReplyAddress,
  readReplyLocalPart,
  replyAddressById,
  replyAddressOf,
  type ReplyAddress,
  revokeReplyAddresses,
  revokeWithAccount,
} from './reply-addresses.ts'
export { isNoSuchAddress, refusalOf, secretsOf } from './refusal.ts'
export { mailJobs } from './send-mails.ts'
export { testMail } from './test-mail.ts'
export { openTransport, readDkim } from './transport.ts'
export { countMails, type MailCounts } from './listed-mails.ts'
