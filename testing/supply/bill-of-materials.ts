import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { licenceOf } from './licences.ts'
import { type LockedPackage, root } from './lock-file.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope?: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly [more: string]: unknown
}

/** A software bill of materials as CycloneDX 1.5 has it. */
export interface BillOfMaterials {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component; readonly [more: string]: unknown }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
  readonly [more: string]: unknown
}

/**
 * Returns the parts of a release from npm's reading of the lock file, without development tools. The same lock file
 * always gives the same bytes: no timestamp, no random number, no version of npm.
 */
export async function billOfMaterials(shipped: readonly LockedPackage[]): Promise<BillOfMaterials> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  const {
    serialNumber: _random,
    metadata,
    components,
    dependencies,
    ...rest
  } = JSON.parse(stdout) as BillOfMaterials & {
    serialNumber: string
  }
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const licences = new Map(shipped.map((one) => [`${one.name}@${one.version}`, licenceOf(one)]))
  const product = metadata.component['bom-ref']
  return {
    ...rest,
    metadata: { component: { ...metadata.component, name: 'mothlight' } },
    components: components
      .filter((one) => refs.has(one['bom-ref']))
      .map(asShipped)
      .map((one) => (one['licenses'] ? one : { ...one, licenses: [{ license: { id: licences.get(one['bom-ref']) } }] }))
      .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: dependencies
      .filter(({ ref }) => ref === product || refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  } as BillOfMaterials
}

/** npm calls what is built into the client a development dependency, but it is shipped. */
function asShipped(component: Component): Component {
  const isBuiltIn = component.properties?.some(({ name }) => name === 'cdx:npm:package:development')
  if (!isBuiltIn) return component
  return { ...component, scope: 'required', properties: [{ name: 'mothlight:part', value: 'web client' }] }
}
