import type { Db } from '#server/db/database.ts'
import { maxVisitorNameLength } from '#shared/chat/words.ts'

const anonymous = 'Anonymous'

/** Names that would sound like the team's. */
const reserved = new Set([
  'admin',
  'administrator',
  'mothlight',
  'moderator',
  'operator',
  'staff',
  'support',
  'system',
  'team',
  'you',
])

/** Cyrillic and Greek letters that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  і: 'i',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  м: 'm',
  т: 't',
  н: 'n',
  ո: 'n',
  ԁ: 'd',
  ј: 'j',
  α: 'a',
  ι: 'i',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  μ: 'm',
}

/** What a name looks like: no case, no accents, no signs, look-alike letters as their Latin twin. */
export function skeletonOf(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase()].map((letter) => lookalikes[letter] ?? letter)
  return letters
    .join('')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The name under which an anonymous visitor appears: what they chose, on one line and at most 40 characters, unless it
 * would pass for somebody who answers here.
 */
export async function visitorName(db: Db, chosen: string): Promise<string> {
  const name = [...chosen.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, maxVisitorNameLength).join('').trim()
  const skeleton = skeletonOf(name)
  if (skeleton === '' || reserved.has(skeleton)) return anonymous
  const staff = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.name', 'user_roles.role')
    .select('users.full_name')
    .distinct()
    .where((where) => where(where.val('liveChatAdmin'), '=', where.fn.any('roles.permissions')))
    .execute()
  return staff.some((person) => skeletonOf(person.full_name) === skeleton) ? anonymous : name
}
