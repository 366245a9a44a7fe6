export { type MailPlace, OriginalMail } from './original-mail.tsx'
