import type { MailText } from './mail-kind.ts'

/** A piece of a mail; texts are plain, and escaped here. */
export type MailBlock =
  | { readonly heading: string }
  | { readonly paragraph: string }
  /** A text of somebody's, set apart. */
  | { readonly quote: string }
  | { readonly list: readonly string[] }
  /** What a list below it is about. */
  | { readonly title: string; readonly address: string }
  | { readonly button: string; readonly address: string }
  /** What is small at the end: why one got it, a second link. */
  | { readonly small: string; readonly link?: { readonly text: string; readonly address: string } }

/**
 * Makes the two forms of a mail's text. All mails look alike, and no text of anybody's becomes markup.
 * @param productName stands in the last line
 */
export function mailBody(productName: string, blocks: readonly MailBlock[]): Pick<MailText, 'text' | 'html'> {
  return {
    text: `${[...blocks.map(plainOf), `-- \n${oneLine(productName)}`].join('\n\n')}\n`,
    html: pageOf(blocks.map(markupOf).join('\n'), productName),
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function plainOf(block: MailBlock): string {
  if ('heading' in block) return oneLine(block.heading)
  if ('paragraph' in block) return block.paragraph.trim()
  if ('quote' in block)
    return block.quote
      .trim()
      .split(/\r\n|\r|\n/)
      .map((line) => `> ${line}`)
      .join('\n')
  if ('list' in block) return block.list.map((item) => `- ${oneLine(item)}`).join('\n')
  if ('title' in block) return `${oneLine(block.title)}\n${block.address}`
  if ('button' in block) return `${oneLine(block.button)}:\n${block.address}`
  return block.link ? `${block.small.trim()}\n${oneLine(block.link.text)}: ${block.link.address}` : block.small.trim()
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
const lines = (text: string) => escaped(text.trim()).replaceAll(/\r\n|\r|\n/g, '<br>')

/** Returns an address for an attribute; anything but a web address is none. */
function href(address: string): string {
  if (!/^https?:\/\//.test(address)) throw new Error('A mail links to web addresses alone.')
  return escaped(address)
}

function markupOf(block: MailBlock): string {
  if ('heading' in block)
    return `<h1 style="font-size:20px;line-height:28px;margin:0 0 16px">${lines(block.heading)}</h1>`
  if ('paragraph' in block) return `<p style="margin:0 0 16px">${lines(block.paragraph)}</p>`
  if ('quote' in block) {
    return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #c99a3c">${lines(block.quote)}</blockquote>`
  }
  if ('list' in block) {
    const items = block.list.map((item) => `<li style="margin:0 0 4px">${lines(item)}</li>`).join('')
    return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items}</ul>`
  }
  if ('title' in block) {
    return `<p style="margin:0 0 4px;font-weight:600"><a href="${href(block.address)}" style="color:inherit">${lines(block.title)}</a></p>`
  }
  if ('button' in block) {
    return `<p style="margin:0 0 24px"><a href="${href(block.address)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#935c00;color:#ffffff;font-weight:600;text-decoration:none">${lines(block.button)}</a></p>`
  }
  const link = block.link
    ? ` <a href="${href(block.link.address)}" style="color:inherit">${lines(block.link.text)}</a>`
    : ''
  return `<p style="margin:0 0 12px;font-size:13px;line-height:18px;opacity:0.75">${lines(block.small)}${link}</p>`
}

function pageOf(content: string, productName: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${lines(productName)}</title></head>
<body style="margin:0;padding:24px;font-family:Inter,system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:22px">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${content}
<p style="margin:24px 0 0;font-size:13px;line-height:18px;opacity:0.75">${lines(productName)}</p>
</div></body></html>
`
}
