import type { Locator, Page } from '@playwright/test'
import { Buffer } from 'node:buffer'
import sharp from 'sharp'

/** A file as a browser hands it over. */
export interface SampleFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A screenshot of nothing. */
export async function aScreenshot(name = 'shot.png', width = 1280, height = 800): Promise<SampleFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: { r: 60, g: 110, b: 150 } } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

export function aFile(name: string, content: string | Buffer, mimeType = 'text/plain'): SampleFile {
  return { name, mimeType, buffer: Buffer.from(content) }
}

/** Chooses files in the dialog that the paper clip of a field opens. */
export async function pick(field: Locator, files: readonly SampleFile[]): Promise<void> {
  await fieldOf(field)
    .locator('input[type=file]')
    .setInputFiles([...files])
}

/** Pastes files into a field, or drops them on it, as a browser does. */
export async function give(field: Locator, how: 'paste' | 'drop', files: readonly SampleFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  await field.evaluate(
    (element, { how, given }) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, content } of given) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer }),
      )
    },
    { how, given },
  )
}

/** What stands around a field: its bar, and its files on their way. */
export function fieldOf(field: Locator): Locator {
  return field.locator('xpath=ancestor::*[contains(@class, "markdown-field")]')
}

/** The rows of files that are on their way, or did not get there. */
export function uploads(page: Page): Locator {
  return page.getByRole('list', { name: 'Files on their way' }).getByRole('listitem')
}

/** Has the page send so many bytes a second. */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}
