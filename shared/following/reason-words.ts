import type { NotificationReason, WhyNotTold } from './level.ts'

/** Why somebody is told of something, after "because". */
export const reasonWords: Readonly<Record<NotificationReason, string>> = {
  asked: 'you were asked a question',
  answered: 'your question was answered',
  mentioned: 'you were mentioned',
  assigned: 'it is assigned to you',
  reported: 'you reported it',
  joined: 'it affects you',
  follows: 'you follow it',
  watches: 'you watch its product',
  entered: 'it is new in a view of yours',
}

/** Why somebody is not told of something, after "because". */
export const whyNotWords: Readonly<Record<WhyNotTold, string>> = {
  own: 'you did it yourself',
  hidden: 'you may not see it',
  nothing: 'you chose to hear nothing',
  mentions: 'you hear only of mentions and questions',
  stranger: 'you neither follow the bug nor watch its product',
  earlier: 'it was before you followed the bug',
  status: 'you hear only of its status',
  matters: 'you hear only of what matters',
  imported: 'an import brought it',
  undecided: 'that is just being decided',
  changed: 'something else held then: by now you would be told',
  old: 'it is so long ago: what you have seen is forgotten after 30 days',
}
