import { type Permission, permissionNames } from '#shared/access/permissions.ts'
import { permissionWords } from '#web/features/roles/public.ts'

/** Returns what a role permits, in the words of the roles page. */
export function permits(permissions: readonly Permission[]): string {
  if (permissions.length === 0) return 'Nothing yet'
  if (permissionNames.every((name) => permissions.includes(name))) return 'Everything'
  const titles = permissionWords.filter(({ permission }) => permissions.includes(permission)).map(({ title }) => title)
  return titles.join(' · ')
}
