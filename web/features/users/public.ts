export { AccountFields } from './account-fields.tsx'
export { DeactivatedBadge } from './deactivated-badge.tsx'
export { RoleBadges } from './role-badges.tsx'
export { accountOf, useAccountForm, type NewAccount } from './use-account-form.ts'
