import type { Db } from '#server/db/database.ts'
import { maxVisitorNameLength } from '#shared/chat/words.ts'

/** The name of a visitor who has chosen none. */
export const anonymous = 'Anonymous'

/** Cyrillic and Greek letters that look like Latin ones, in either case. */
const lookalikes = new Map(
  Object.entries({
    ...{
      А: 'a',
      В: 'b',
      Е: 'e',
      К: 'k',
      М: 'm',
      Н: 'h',
      О: 'o',
      Р: 'p',
      С: 'c',
      Т: 't',
      У: 'y',
      Х: 'x',
      Ѕ: 's',
      І: 'i',
    },
    ...{
      а: 'a',
      е: 'e',
      к: 'k',
      м: 'm',
      о: 'o',
      р: 'p',
      с: 'c',
      т: 't',
      у: 'y',
      х: 'x',
      ѕ: 's',
      і: 'i',
      ј: 'j',
      ԁ: 'd',
    },
    ...{
      Α: 'a',
      Β: 'b',
      Ε: 'e',
      Ζ: 'z',
      Η: 'h',
      Ι: 'i',
      Κ: 'k',
      Μ: 'm',
      Ν: 'n',
      Ο: 'o',
      Ρ: 'p',
      Τ: 't',
      Υ: 'y',
      Χ: 'x',
    },
    ...{ α: 'a', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
  }),
)

/** Words that suggest a member of the team, in the form of `skeletonOf`. */
const reserved = new Set(
  ['admin', 'administrator', 'mothlight', 'moderator', 'operator', 'staff', 'support', 'system', 'team', 'you']
    .flatMap((word) => [word, `${word}s`])
    .map(skeletonOf),
)

/**
 * Returns a form that is equal for words that look alike: without case, accents and signs, with Latin letters for
 * look-alikes, and with one letter for those that differ only in some fonts.
 */
export function skeletonOf(word: string): string {
  return [...word.normalize('NFKD')]
    .map((letter) => lookalikes.get(letter) ?? letter.toLowerCase())
    .join('')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Matches a word that mixes alphabets, which only an imitation of another word does. */
const mixed =
  /(?=.*\p{Script=Latin})(?=.*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}\p{Script=Lisu}\p{Script=Coptic}])/u

/**
 * Returns the name under which an anonymous visitor appears: the chosen one, on one line and at most 40 characters,
 * unless it could be mistaken for a person who answers here, or for the product itself.
 */
export async function visitorName(db: Db, chosen: string, productName: string): Promise<string> {
  const name = [...chosen.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, maxVisitorNameLength).join('').trim()
  const words = wordsIn(name)
  const skeleton = skeletonOf(name)
  if (skeleton === '' || reserved.has(skeleton)) return anonymous
  if (words.some((word) => mixed.test(word) || reserved.has(skeletonOf(word)))) return anonymous
  if (namesProduct(name, productName)) return anonymous
  const withoutNote = skeletonOf(name.replace(/[([{].*$/u, ''))
  const staff = await staffNames(db)
  return staff.some((one) => one === skeleton || one === withoutNote) ? anonymous : name
}

const wordsIn = (name: string) => name.split(/[\s()[\]{}/,;:·•|]+/)

/** Whether a name is the product's, or has its words one behind the other. */
function namesProduct(name: string, productName: string): boolean {
  const skeletons = (text: string) => ` ${wordsIn(text).map(skeletonOf).filter(Boolean).join(' ')} `
  return skeletonOf(name) === skeletonOf(productName) || skeletons(name).includes(skeletons(productName))
}

/** Returns what staff call a visitor. Those who gave no name are told apart by their conversations. */
export function nameForStaff(name: string, conversationId: string): string {
  return name === anonymous ? `Visitor ${conversationId.slice(-4)}` : name
}

/** Returns the skeletons of the names of staff. */
async function staffNames(db: Db): Promise<string[]> {
  const people = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.name', 'user_roles.role')
    .select('users.full_name')
    .distinct()
    .where((where) => where(where.val('liveChatAdmin'), '=', where.fn.any('roles.permissions')))
    .execute()
  return people.map((person) => skeletonOf(person.full_name))
}
