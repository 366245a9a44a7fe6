import { between, pick, type Random, seededRandom } from '#bench/random.ts'
import { recordedReports } from '#bench/reports/recorded-reports.ts'
import type { Lexicon } from './lexicon.ts'
import { quietTime } from './quiet-times.ts'
import { emailOf, nameOf, roles } from './world.ts'

const day = 86_400_000
const years = 4
const givenNames = 'Ada Bo Cleo Дина Emil Fatima Grace Hans-Peter Inés Jun Kofi Łucja Mothma Noor Olu'.split(' ')
const familyNames = 'Lamport Müller Marsh Orlova Okafor Ruiz Sato Błoch Nguyen Grace O’Hara'.split(' ')

/** Full names of the people in the import. */
export const people = givenNames.flatMap((given) => familyNames.map((family) => `${given} ${family}`))

/**
 * Yields lines for the import: recorded reports with invented states, people, dates and comments, the same for the same
 * seed and time.
 * @param lexicon learns the texts
 */
export async function* importLines(
  { data, bugs, seed }: { readonly data: string; readonly bugs: number; readonly seed: string },
  now: number,
  lexicon: Lexicon,
): AsyncGenerator<object> {
  const source = await recordedReports(data, seed)
  const random = seededRandom(`${seed} bugs`)
  const recent: string[] = []
  const used = new Set<string>()
  while (used.size < bugs) {
    const { externalId, ...texts } = source.report()
    // Some trackers have a report twice.
    const id = externalId ?? String(used.size)
    if (used.has(id)) continue
    used.add(id)
    // More of them are recent.
    const reported = now - day - Math.floor(random() ** 1.5 * years * 365 * day)
    const classification = classificationOf(random)
    const comments = Array.from({ length: Math.floor(-3 * Math.log(1 - random())) }, () => ({
      author: someone(random),
      created: new Date(between(random, reported, now - 3_600_000)).toISOString(),
      message: source.comment(),
    }))
    lexicon.learn([texts.title, texts.description, texts.stepsToReproduce, ...comments.map(({ message }) => message)])
    yield {
      ...{ id, ...texts, comments, classification, status: statusOf(random) },
      created: quietTime(reported, now).toISOString(),
      reporter: someone(random),
      ...(random() < 0.5 && { assignee: someone(random) }),
      ...(classification === 'duplicate' &&
        recent.length > 0 &&
        random() < 0.8 && { duplicateOf: pick(random, recent) }),
    }
    recent.push(id)
    if (recent.length > 300) recent.shift()
  }
}

/** Chooses a person: a few people write most of it, and the callers write some of it. */
function someone(random: Random): object {
  if (random() < 0.06) {
    const role = pick(random, roles)
    return { name: nameOf(role), email: emailOf(role) }
  }
  return { name: people[Math.floor(people.length * random() ** 2)] }
}

function statusOf(random: Random): string {
  const number = random()
  if (number < 0.3) return 'Open'
  if (number < 0.4) return 'In Progress'
  return number < 0.7 ? 'Closed' : 'Resolved'
}

function classificationOf(random: Random): string {
  const number = random()
  if (number < 0.4) return 'unclassified'
  if (number < 0.75) return 'approved'
  return number < 0.87 ? 'unapproved' : 'duplicate'
}
