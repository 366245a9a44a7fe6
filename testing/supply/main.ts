import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { billOfMaterials } from './bill-of-materials.ts'
import { licencePage } from './licences.ts'
import { lockedPackages, root, shippedPackages } from './lock-file.ts'

/** The path of the bill of materials in a release: beside the built client. */
const billPath = join(root, 'dist/sbom.cdx.json')
const pagePath = join(root, 'docs/licences.md')

const shipped = await shippedPackages()
if (process.argv[2] === 'licences') {
  const page = await format(licencePage(shipped, lockedPackages()), {
    ...(await resolveConfig(pagePath)),
    parser: 'markdown',
  })
  await writeFile(pagePath, page)
  console.log(`docs/licences.md names ${shipped.length} packages`)
} else {
  const bill = await billOfMaterials(shipped)
  await mkdir(dirname(billPath), { recursive: true })
  await writeFile(billPath, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`dist/sbom.cdx.json names ${bill.components.length} packages`)
}
