import { thumbnailSide } from '#shared/attachments/words.ts'

/** Tallest that an image stands in a text, in pixels. */
const maxHeight = 320

export interface Frame {
  readonly width: number
  readonly height: number
}

/** Kept free for an image that nothing is known of yet: a usual screen, small. */
export const usualFrame: Frame = { width: 480, height: 300 }

/** How large an image is shown in a text: as a thumbnail is made, never larger than the image, and not too tall. */
export function frameOf({ width, height }: Frame): Frame {
  const scale = Math.min(1, thumbnailSide / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
