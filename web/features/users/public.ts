export { AccountFields } from './account-fields.tsx'
export { accountOf, useAccountForm, type NewAccount } from './use-account-form.ts'
