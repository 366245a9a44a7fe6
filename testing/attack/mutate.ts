import { between, pick, type Random } from '#bench/random.ts'

/** Values of wrong types, and those that have broken programs before. */
const nasty: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => 2 ** 53,
  () => [],
  () => [[[]]],
  () => ({}),
  () => ({ toString: 'x', valueOf: 'y' }),
  () => ({ $ne: null }),
  () => ({ length: 1e9 }),
  () => '',
  () => ' ',
  () => '\u0000',
  () => 'nul \u0000 inside',
  () => '\ud800',
  () => '\u202egnp.exe',
  () => 'ﷺ'.repeat(300),
  () => 'Z\u0351\u0323\u036b'.repeat(100),
  () => '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦 İıſK',
  () => "' or 1=1; drop table users --",
  () => '$1 $2 %s %n {{7*7}} ${7*7}',
  () => '<script>alert(1)</script>',
  () => '../../../../etc/passwd',
  () => '..\\..\\windows\\win.ini',
  () => 'x\r\nSet-Cookie: a=b\r\n\r\n',
  () => '__proto__',
  () => 'constructor',
  () => '((((((((((((((((((((((((((((((a',
  () => '"'.repeat(99),
  () => 'a OR '.repeat(60),
  () => '-'.repeat(400),
  () => '-9223372036854775809',
  () => '99999999999999999999',
  () => 'NaN',
  () => 'ffffffffffffffffffffffff',
]

/** Far more than any field takes; rare, because each takes a while. */
const huge: readonly (() => unknown)[] = [
  () => 'x'.repeat(900_000),
  () => '['.repeat(100_000),
  () => '`*_[('.repeat(60_000),
  () => 'é'.repeat(300_000),
  () => Array.from({ length: 50_000 }, (_, n) => n),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
  () => nested(2_000),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = { a: value }
  return value
}

export function nastyValue(random: Random): unknown {
  return pick(random, random() < 0.015 ? huge : nasty)()
}

/** Returns a text to replace an id, a part of a path or of a query. */
export function nastyText(random: Random): string {
  const value = nastyValue(random)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A longer one is refused by the size of the headers, which is tested elsewhere.
  return text.slice(0, pick(random, [30, 300, 1000])).toWellFormed()
}

/** Columns that a caller must not be able to set. */
const foreignFields: Readonly<Record<string, unknown>> = {
  _id: 'f'.repeat(24),
  id: 'f'.repeat(24),
  role: ['admin'],
  roles: ['admin'],
  permissions: ['canEditAnyUser'],
  isAdmin: true,
  is_demo: true,
  createdBy: 'f'.repeat(24),
  created_by: 'f'.repeat(24),
  user_id: 'f'.repeat(24),
  userId: 'f'.repeat(24),
  email: 'taken.over@example.test',
  password_hash: 'x',
  version: 99,
  isClosed: true,
  comment_count: 99,
  affectedCount: 99,
  deactivated_on: null,
  ownerId: 'f'.repeat(24),
  uploadedBy: 'f'.repeat(24),
  sessionHash: 'x',
  'constructor.prototype.polluted': true,
}

/** Returns a body with one change. */
export function mutated(body: unknown, random: Random): unknown {
  if (random() < 0.2 || body === null || typeof body !== 'object' || Array.isArray(body)) return nastyValue(random)
  const record = body as Record<string, unknown>
  const keys = Object.keys(record)
  switch (between(random, 0, 4)) {
    case 0:
      return { ...record, ...extra(random) }
    case 1:
      return keys.length > 0 ? without(record, pick(random, keys)) : nastyValue(random)
    case 2: {
      const key = keys.length > 0 ? pick(random, keys) : 'x'
      const inner = record[key]
      if (inner !== null && typeof inner === 'object') return { ...record, [key]: mutated(inner, random) }
      if (typeof inner === 'string') return { ...record, [key]: disturbed(inner, random) }
      return { ...record, [key]: nastyValue(random) }
    }
    default:
      return keys.length > 0 ? { ...record, [pick(random, keys)]: nastyValue(random) } : nastyValue(random)
  }
}

function extra(random: Random): Record<string, unknown> {
  const names = Object.keys(foreignFields)
  return Object.fromEntries(
    Array.from({ length: between(random, 1, 6) }, () => pick(random, names)).map((name) => [name, foreignFields[name]]),
  )
}

function without(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const { [key]: _left, ...rest } = record
  return rest
}

/** Returns a text with some characters replaced, doubled or removed. */
function disturbed(text: string, random: Random): string {
  const at = between(random, 0, text.length)
  const middle = pick(random, ['', '\u0000', '\ud83d', '\u200d', '"', '(', '`', ' '.repeat(500), text, '\r\n'])
  return (text.slice(0, at) + middle + text.slice(at + between(random, 0, 3))).slice(0, 200_000)
}

/** Returns a JSON text, sometimes with keys that reach for prototypes or that occur twice. */
export function asJson(body: unknown, random: Random): string {
  const text = JSON.stringify(body) ?? ''
  if (!text.startsWith('{') || random() > 0.04) return text
  const more = pick(random, [
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    '"a":1,"a":2',
    '"\\u005f_proto__":{"polluted":1}',
  ])
  return text === '{}' ? `{${more}}` : `{${more},${text.slice(1)}`
}
