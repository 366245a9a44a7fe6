import type { Viewer } from '#shared/live/socket-events.ts'

/** Most viewers who are named; of more only the number is shown. */
const most = 3

/** Returns the viewers in words: "Ann Ash is looking. Ben Birch and Cleo Cole are editing." Empty for none. */
export function viewersWords(viewers: readonly Viewer[]): string {
  const editing = viewers.filter(({ isEditing }) => isEditing)
  const looking = viewers.filter(({ isEditing }) => !isEditing)
  return [sentence(looking, 'looking'), sentence(editing, 'editing')].filter((words) => words !== '').join(' ')
}

function sentence(people: readonly Viewer[], doing: string): string {
  if (people.length === 0) return ''
  const names = people.slice(0, people.length > most ? most - 1 : most).map(({ fullName }) => fullName)
  const rest = people.length - names.length
  const list = rest > 0 ? [...names, `${rest} others`] : names
  const words = list.length === 1 ? list[0] : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
  return `${words} ${people.length === 1 ? 'is' : 'are'} ${doing}.`
}
