import { thumbnailSide } from '#shared/attachments/words.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Images with more pixels get no thumbnail, because a small file may decode to more than the machine's memory. Only a
 * plain upright JPEG is decoded in pieces, and may have more.
 */
const maxPixels = 25_000_000
const maxPiecemealPixels = 100_000_000

const longestSeconds = 10

/** The decoders of the kinds that `sniffImage` knows; all others stay off, whatever a file claims to be. */
const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

export interface Thumbnail {
  /** The file it was written to. */
  readonly path: string
  /** Width of the image itself, upright, in pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Creates a small WebP of an image, of the first frame if it is animated, without the metadata about camera and place.
 * @param folder where to write it
 * @returns undefined when the file can't be read as an image, or has too many pixels
 */
export async function makeThumbnail(image: string, folder: string): Promise<Thumbnail | undefined> {
  await acquireDecoder()
  const path = join(folder, `${randomUUID()}.webp`)
  try {
    const sharp = await (library ??= loadLibrary())
    const reading = { failOn: 'error', sequentialRead: true } as const
    const facts = await sharp(image, { ...reading, limitInputPixels: maxPiecemealPixels }).metadata()
    const isPiecemeal = facts.format === 'jpeg' && !facts.isProgressive && (facts.orientation ?? 1) === 1
    await sharp(image, { ...reading, limitInputPixels: isPiecemeal ? maxPiecemealPixels : maxPixels })
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: longestSeconds })
      .toFile(path)
    return { path, width: facts.autoOrient.width, height: facts.autoOrient.height }
  } catch {
    await rm(path, { force: true })
    return undefined
  } finally {
    releaseDecoder()
  }
}

let library: ReturnType<typeof loadLibrary> | undefined

/**
 * Loads the library with the first image. Without a build for the platform, images have no thumbnails, and everything
 * else works.
 */
async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

let isRunning = false
const waiting: (() => void)[] = []

/** Waits until no other image is being decoded: one at a time, because memory is what they need most. */
async function acquireDecoder(): Promise<void> {
  if (!isRunning) isRunning = true
  else await new Promise<void>((begin) => waiting.push(begin))
}

function releaseDecoder(): void {
  const next = waiting.shift()
  if (next) next()
  else isRunning = false
}
