/** The name that a custom field has in searches, sorts, columns and the payloads of events. */
export type FieldTerm = `field.${string}`
export const fieldTerm = (key: string): FieldTerm => `field.${key}`

export const fieldTermPattern = /^field\.[a-z][a-z0-9-]{1,29}$/

/** Whether a text is such a name; whoever asks knows whether there is such a field. */
export function isFieldTerm(name: string): name is FieldTerm {
  return fieldTermPattern.test(name)
}

/** Returns the key of the custom field that has a name; undefined for the name of anything else. */
export function keyOfTerm(name: FieldTerm): string
export function keyOfTerm(name: string): string | undefined
export function keyOfTerm(name: string): string | undefined {
  return name.startsWith('field.') ? name.slice(6) : undefined
}
