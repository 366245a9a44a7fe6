import type { ChatLine } from '#shared/chat/chat-line.ts'
import type { Conversation } from '#shared/chat/contract.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { browserOf } from '#web/lib/browser-words.ts'

/** Characters of a title made of a message. */
const titleLength = 80

const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/**
 * The texts of a bug as the chosen lines tell it: the visitor's words describe it, and the transcript with its
 * surroundings says how to see it.
 * @param ownName the reader's name, for lines of their own
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
  // The narrow space that some browsers put before AM and PM looks like nothing in a plain text.
  return moment.format(new Date(iso)).replaceAll('\u202f', ' ')
}

/** The first words, whole ones as far as that goes. */
function titleOf(message: string): string {
  const line = (message.split('\n')[0] ?? '').trim().replace(/[.:]+$/, '')
  if (line.length <= titleLength) return line
  const cut = line.slice(0, titleLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > titleLength / 2 ? cut.slice(0, end) : cut).trim()}…`.toWellFormed().slice(0, maxTitleLength)
}
