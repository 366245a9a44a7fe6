import { type Classification, classifications } from '#shared/bugs/words.ts'

/**
 * Reads a bug's classification, which some servers send as a word and some as an object that holds it. Anything else
 * counts as unclassified.
 */
export function readClassification(value: unknown): Classification {
  const word = typeof value === 'object' && value !== null && 'classification' in value ? value.classification : value
  return classifications.find((known) => known === word) ?? 'unclassified'
}
