import { thumbnailSide } from '#shared/attachments/words.ts'

/** Largest height of an image in a text, in pixels. */
const maxHeight = 320

export interface Frame {
  readonly width: number
  readonly height: number
}

/** Reserved for an image of unknown size: the format of a usual screen. */
export const usualFrame: Frame = { width: 480, height: 300 }

/** Returns the size of an image in a text: that of its thumbnail, never larger than the image, and not too tall. */
export function frameOf({ width, height }: Frame): Frame {
  const scale = Math.min(1, thumbnailSide / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
