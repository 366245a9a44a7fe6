/** Returns the words of a text of Jira in their order, without its markup. @param people by what mentions call them */
export function wordsOfWiki(wiki: string, people: ReadonlyMap<string, string>): string[] {
  return words(
    wiki
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\{color(?::[^{}\n]*)?\}/g, '')
      .replaceAll(
        /\{(?:code|noformat|quote|panel)(?::([^{}\n]*))?\}/g,
        (_, parameters: string | undefined) => ` ${titleIn(parameters ?? '')} `,
      )
      .replaceAll(/\[~([^[\]\n|]+)\]/g, (_, login: string) => ` ${people.get(login) ?? login} `)
      .replaceAll(/^\s*(?:h[1-6]|bq)\. /gm, ' '),
  )
}

const titleIn = (parameters: string) => /(?:^|\|)title=([^|]*)/.exec(parameters)?.[1] ?? ''

/** Returns the words of a Markdown text in their order, without its markup. */
export function wordsOfMarkdown(markdown: string): string[] {
  return words(
    markdown
      .replaceAll(/^(\s*(?:> ?)*\s*`{3,})[\w+#.-]*$/gm, '$1')
      .replaceAll(/\]\(attachment:[0-9a-f]{24}\)/g, ']')
      .replaceAll(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code))),
  )
}

/** Numbers that begin a line may be those of a list. */
function words(text: string): string[] {
  return text.replaceAll(/^[\s>]*\d+\.(?=\s|$)/gm, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
}
