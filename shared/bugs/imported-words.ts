import { type ChoiceName, choiceNamed, type ChoiceValue } from './fields.ts'

/**
 * Words of other trackers by the value that they stand for, in lower case; each value stands for itself. Apart from the fields, because
 * the client has no use for it.
 */
const importedWords: { readonly [N in ChoiceName]?: Readonly<Partial<Record<ChoiceValue<N>, readonly string[]>>> } = {
  priority: {
    none: ['unspecified', 'undecided', 'not set', '--'],
    low: ['lowest', 'minor', 'trivial', 'p-low', 'p4', 'p5'],
    medium: ['normal', 'moderate', 'p-medium', 'p3'],
    high: ['major', 'important', 'p-high', 'p2'],
    urgent: ['highest', 'critical', 'blocker', 'immediate', 'p0', 'p1'],
  },
  severity: {
    none: ['unspecified', 'undecided', 'not set', '--', 'n/a', 'enhancement', 'feature'],
    trivial: ['cosmetic', 'tweak', 'text'],
    minor: ['low', 's4'],
    normal: ['medium', 'moderate', 'average', 's3'],
    major: ['high', 'serious', 'important', 's2'],
    critical: ['blocker', 'block', 'crash', 'fatal', 'urgent', 'immediate', 's1'],
  },
}

/** Returns the value of a choice that a word of another tracker names or stands for, whatever its case; undefined for none. */
export function choiceMeant<N extends ChoiceName>(name: N, word: string): ChoiceValue<N> | undefined {
  const words: Readonly<Partial<Record<string, readonly string[]>>> = importedWords[name] ?? {}
  const plain = word.trim().toLowerCase()
  const meant = Object.keys(words).find((value) => words[value]?.includes(plain))
  return choiceNamed(name, meant ?? plain)
}
