/** How a tracker's texts are written. */
export type Markup = 'jira' | 'textile' | 'plain' | 'markdown'

/** What a converter of texts has to know of the issue that they belong to. */
export interface MarkupContext {
  /** The name of a person whom a text mentions by what they sign in with. */
  mention(login: string): string | undefined
  /** The id of an attached file. */
  attachment(name: string): string | undefined
}
