import type { MarkupContext } from './context.ts'

/** Returns Markdown with the addresses of attached files replaced by those that the files have here. */
export function fromMarkdown(text: string, { attachment }: MarkupContext): string {
  return text.replaceAll(
    /(!?\[[^[\]\n]{0,1000}\]\()([^)\s]{1,2000})((?:\s+"[^"\n]{0,500}")?\)(?:\{[^}\n]{0,200}\})?)/g,
    (all, before, target) => {
      const id = attachment(String(target))
      return id === undefined ? all : `${before}attachment:${id})`
    },
  )
}
