import type { Markup, MarkupContext } from './context.ts'
import { fromJiraWiki } from './jira-wiki.ts'
import { fromMarkdown } from './from-markdown.ts'
import { fromPlainText } from './plain-text.ts'
import { fromTextile } from './textile.ts'

const converters: Readonly<Record<Markup, (text: string, context: MarkupContext) => string>> = {
  jira: fromJiraWiki,
  textile: fromTextile,
  plain: fromPlainText,
  markdown: fromMarkdown,
}

/** Returns a tracker's text as Markdown. Whatever a converter doesn't know is text, and stays. */
export function toMarkdown(text: string, markup: Markup, context: MarkupContext): string {
  return converters[markup](text.replaceAll(/\r\n?/g, '\n'), context)
}
