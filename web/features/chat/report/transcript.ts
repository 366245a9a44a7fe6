import type { ChatLine } from '#shared/chat/chat-line.ts'
import type { Conversation } from '#shared/chat/contract.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { browserOf } from '#web/lib/browser-words.ts'

/** Most characters of a title from a message. */
const titleLength = 80

const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/**
 * Returns the texts of a bug from the selected messages: the visitor's words are the description, and the steps contain
 * the transcript with its context.
 * @param ownName the reader's name, for their own messages
 */
export function bugTextsOf(
  lines: readonly ChatLine[],
  { page, userAgent }: Pick<Conversation, 'page' | 'userAgent'>,
  ownName: string,
) {
  const visitors = lines.filter(({ from }) => from === 'visitor')
  const told = (visitors.length > 0 ? visitors : lines).map(({ message }) => message.trim())
  const surroundings = [
    page && `Page: ${page}`,
    userAgent && `Browser: ${browserOf(userAgent).words} (${userAgent})`,
  ].filter((line) => typeof line === 'string' && line !== '')
  const transcript = lines.map((line) => `${line.sender || ownName}, ${at(line.sentAt)}: ${line.message.trim()}`)
  return {
    title: titleOf(told[0] ?? ''),
    description: told.join('\n\n').slice(0, maxBodyLength),
    stepsToReproduce: [...transcript, ...(surroundings.length > 0 ? ['', ...surroundings] : [])]
      .join('\n')
      .slice(0, maxBodyLength),
  }
}

function at(iso: string): string {
  // The narrow space that some browsers put before AM and PM is confusing in plain text.
  return moment.format(new Date(iso)).replaceAll('\u202f', ' ')
}

/** Returns the first words, if possible whole ones. */
function titleOf(message: string): string {
  const line = (message.split('\n')[0] ?? '').trim().replace(/[.:]+$/, '')
  if (line.length <= titleLength) return line
  const cut = line.slice(0, titleLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > titleLength / 2 ? cut.slice(0, end) : cut).trim()}…`.toWellFormed().slice(0, maxTitleLength)
}
