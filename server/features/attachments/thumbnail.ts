import { thumbnailSide } from '#shared/attachments/words.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Images with more pixels are left alone: a small file may unfold to more than the machine's memory. */
const maxPixels = 100_000_000

const longestSeconds = 10

/** Images that are read at the same time. */
const atOnce = 2

/** The readers of the kinds that `sniffImage` knows; all others stay off, whatever a file claims to be. */
const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

export interface Thumbnail {
  /** The file it was written to. */
  readonly path: string
  /** Of the image itself, upright, in pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Makes a small WebP of an image, of the first frame if it moves. What the image says about camera and place is left out.
 * @param folder where to write it
 * @returns undefined when the file can't be read as an image, or has too many pixels
 */
export async function makeThumbnail(image: string, folder: string): Promise<Thumbnail | undefined> {
  await turn()
  const path = join(folder, `${randomUUID()}.webp`)
  try {
    const sharp = await (library ??= loadLibrary())
    const source = sharp(image, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    const { autoOrient } = await source.metadata()
    await source
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: longestSeconds })
      .toFile(path)
    return { path, width: autoOrient.width, height: autoOrient.height }
  } catch {
    await rm(path, { force: true })
    return undefined
  } finally {
    endTurn()
  }
}

let library: ReturnType<typeof loadLibrary> | undefined

/** Loaded with the first image. Where npm has no build for the platform, images have no thumbnails, and all else works. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

let running = 0
const waiting: (() => void)[] = []

async function turn(): Promise<void> {
  if (running < atOnce) running++
  else await new Promise<void>((begin) => waiting.push(begin))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
