export {
  accountWithEmail,
  changeAddress,
  confirmAddress,
  isEmailTaken,
  ownAccount,
  type OwnAccount,
} from './address.ts'
export { confirmPassword, type PasswordChecks } from './confirm-password.ts'
export { accountOfContact, type Contact, contactAddress, findContact, meetContact } from './contact.ts'
export { guessableReason, refuseGuessable } from './guessable-password.ts'
export { hashPassword, isPassword } from './password.ts'
export { prefer, preferencesOf } from './preferences.ts'
export {
  clearEmailRefused,
  forgetConfirmationAsked,
  markEmailRefused,
  mayBeMailed,
  noteConfirmationAsked,
} from './mail-address.ts'
export { rolesNamed, rolesOf, lockRoles } from './change-roles.ts'
export { lockUser, storePassword } from './change-user.ts'
export { givenPlaceholders, lockPlaceholder, placeholdersNamed, storeGiven } from './placeholders.ts'
export { holdsAll, maySeeEmail, maySeeWhoseEmail, mayEditUsers } from './policy.ts'
export { presentUser, userColumns, type UserRow } from './user-presenter.ts'
export { hasAdministrator, insertUser, isActiveAccount, type NewUser, normalEmail } from './user-store.ts'
