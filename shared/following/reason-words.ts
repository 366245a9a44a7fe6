import type { NewsReason } from './level.ts'

/** Why somebody is told of something, after "because". */
export const reasonWords: Readonly<Record<NewsReason, string>> = {
  asked: 'you were asked a question',
  answered: 'your question was answered',
  mentioned: 'you were mentioned',
  assigned: 'it is assigned to you',
  reported: 'you reported it',
  joined: 'it affects you',
  follows: 'you follow it',
  watches: 'you watch its product',
}
