const day = 86_400_000

/**
 * Returns which reminder of a question is due, counted from 1; undefined for none. One that comes late stands for those before it.
 * @param days after how many days each is due
 */
export function reminderDue(
  { askedOn, reminders }: { readonly askedOn: Date; readonly reminders: number },
  days: readonly number[],
  now: Date,
): number | undefined {
  const passed = days.filter((after) => now.getTime() >= askedOn.getTime() + after * day).length
  return passed > reminders ? passed : undefined
}
