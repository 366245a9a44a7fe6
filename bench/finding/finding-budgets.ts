/** What 95 of 100 questions may take, in milliseconds. */
export interface Budget {
  readonly upTo100000: number
  readonly upTo1000000: number
}

/** The budgets of the bug list with 25 bugs a page, asked one after the other. */
export const budgets = {
  /** First pages, and words in at most a quarter of the bugs. */
  quick: { upTo100000: 50, upTo1000000: 300 },
  other: { upTo100000: 150, upTo1000000: 1000 },
  /** Pages more than 10,000 rows from either end. */
  far: { upTo100000: 150, upTo1000000: 3000 },
} as const satisfies Record<string, Budget>

/** Returns the budget at a number of bugs, in milliseconds. */
export const budgetAt = (budget: Budget, bugs: number): number =>
  bugs <= 100_000 ? budget.upTo100000 : budget.upTo1000000
