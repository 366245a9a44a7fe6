export { AccountFields } from './account-fields.tsx'
export { RoleBadges } from './role-badges.tsx'
export { accountOf, showRefusedField, useAccountForm, type NewAccount } from './use-account-form.ts'
