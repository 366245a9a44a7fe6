/**
 * The screens of mailed links in one file: few people see one of them, and rarely. Screens of their own would each have the
 * code of the others divided further.
 */
export { ConfirmChatPage } from './confirm-chat-page.tsx'
export { ConfirmPage } from './confirm-page.tsx'
export { ForgotPage } from './forgot-page.tsx'
export { InvitationPage } from './invitation-page.tsx'
export { LessMailPage } from './less-mail-page.tsx'
export { ResetPage } from './reset-page.tsx'
