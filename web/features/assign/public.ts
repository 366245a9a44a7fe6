/** What other features may use of finding people for a bug. */
export { PersonPicker } from './person-picker.tsx'
export { likelyAssigneesQuery } from './likely-query.ts'
export { searchByName } from './search-users.ts'
