import type { Config } from '#server/config/config.ts'
import { accessSync, constants, existsSync, lstatSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

/** Kinds of file systems that are unfit for data, by the number that Linux gives them. */
const unfit: Readonly<Record<number, string>> = {
  0x01021994: 'is in memory (tmpfs): everything is gone when the machine stops',
  0x858458f6: 'is in memory (ramfs): everything is gone when the machine stops',
  0x6969: 'is on a network file system (NFS), which does not suit the embedded database',
}
const overlay = 0x794c7630
/** The kernel's own file systems /proc and /sys, where nobody can create a folder. */
const kernelsOwn: ReadonlySet<number> = new Set([0x9fa0, 0x62656572])

const gigabyte = 1024 ** 3

/** Checks whether DATA_DIR can hold the data. */
export function checkDataFolder(config: Config): Finding[] {
  const { dataDir } = config
  if (!existsSync(dataDir)) return [checkParent(dataDir)]
  const found = statSync(dataDir)
  if (!found.isDirectory()) {
    return [problem('data folder', `${dataDir} is not a folder.`, 'Set DATA_DIR to a folder.')]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      problem(
        'data folder',
        `This account can’t use ${dataDir} (${code ?? reasonOf(error)}).`,
        code === 'EROFS'
          ? 'Make its disk one that can be written, or set DATA_DIR to another folder.'
          : `Run as the account that owns it (uid ${found.uid}), or give it to this one: chown -R ${process.getuid?.() ?? 0} ${JSON.stringify(dataDir)}.`,
      ),
    ]
  }
  const readers = found.mode & 0o077
  const findings = [
    readers === 0
      ? ok('data folder', `${dataDir} belongs to uid ${found.uid}, and nobody else can look into it.`)
      : warning(
          'data folder',
          `Other accounts of this machine can look into ${dataDir} (mode ${(found.mode & 0o777).toString(8)}).`,
          `chmod 700 ${JSON.stringify(dataDir)}`,
        ),
  ]
  return [...findings, ...checkDisk(config)]
}

function checkParent(dataDir: string): Finding {
  let parent = dataDir
  try {
    while (!lstatSync(parent, { throwIfNoEntry: false })) parent = dirname(parent)
    if (!existsSync(parent)) {
      return problem(
        'data folder',
        `${parent} is a link that leads nowhere.`,
        'Make the folder that it leads to, or set DATA_DIR to another one.',
      )
    }
    accessSync(parent, constants.W_OK | constants.X_OK)
    if (kernelsOwn.has(statfsSync(parent).type)) throw new Error('nobody can make a folder there')
    return ok('data folder', `${dataDir} does not exist yet: the first start makes it.`)
  } catch {
    return problem(
      'data folder',
      `${dataDir} does not exist, and this account can’t make it in ${parent === dataDir ? dirname(parent) : parent}.`,
      'Make it for the account that runs Mothlight, or set DATA_DIR to another folder.',
    )
  }
}

function checkDisk({ dataDir, diskReserveBytes }: Config): Finding[] {
  const disk = statfsSync(dataDir)
  const free = disk.bavail * disk.bsize
  const told = `${(free / gigabyte).toFixed(1)} GB are free for ${dataDir}`
  const findings: Finding[] = []
  if (free <= diskReserveBytes) {
    const fix = 'Make room: writes are refused, or fail, until there is some.'
    findings.push(problem('disk', `Only ${told}.`, fix))
  } else if (free < diskReserveBytes + gigabyte) {
    findings.push(warning('disk', `Only ${told}.`, 'Make room before it is used up.'))
  } else findings.push(ok('disk', `${told}.`))
  const fault = unfit[disk.type]
  if (fault)
    findings.push(warning('disk', `${dataDir} ${fault}.`, 'Set DATA_DIR to a folder on a disk of this machine.'))
  if (disk.type === overlay && existsSync('/.dockerenv')) {
    findings.push(
      warning(
        'disk',
        `${dataDir} is in the container itself: everything is gone when the container is replaced.`,
        'Mount a volume there.',
      ),
    )
  }
  return findings
}
