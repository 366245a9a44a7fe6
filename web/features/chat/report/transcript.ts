import type { ChatMessage } from '#shared/chat/chat-message.ts'
import type { Conversation } from '#shared/chat/contract.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { browserOf } from '#web/lib/browser-words.ts'
import { shortTimeOf } from '#web/ui/text/timestamp-format.ts'

/** Most characters of a title from a message. */
const titleLength = 80

/**
 * Returns the texts of a bug from the selected messages: the visitor's words are the description, and the steps contain
 * the transcript with its context.
 * @param ownName the reader's name, for their own messages
 */
export function bugTextsOf(
  messages: readonly ChatMessage[],
  { page, userAgent }: Pick<Conversation, 'page' | 'userAgent'>,
  ownName: string,
) {
  const visitors = messages.filter(({ from }) => from === 'visitor')
  const told = (visitors.length > 0 ? visitors : messages).map(({ message }) => message.trim())
  const surroundings = [
    page && `Page: ${page}`,
    userAgent && `Browser: ${browserOf(userAgent).words} (${userAgent})`,
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  const transcript = messages.map(
    (message) => `${message.sender || ownName}, ${at(message.sentAt)}: ${message.message.trim()}`,
  )
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
  return shortTimeOf(iso).replaceAll('\u202f', ' ')
}

/** Returns the first words, if possible whole ones. */
function titleOf(message: string): string {
  const line = (message.split('\n')[0] ?? '').trim().replace(/[.:]+$/, '')
  if (line.length <= titleLength) return line
  const cut = line.slice(0, titleLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > titleLength / 2 ? cut.slice(0, end) : cut).trim()}…`.toWellFormed().slice(0, maxTitleLength)
}
