import type pg from 'pg'
import type { Children } from './children.ts'
import { measure, type Measurement, type Sizes } from './measure.ts'
import { databaseTime } from './processes/database-time.ts'
import { statementsEnded } from './processes/statements-ended.ts'
import type { Scenario } from './scenarios/scenario.ts'

/**
 * Measures scenarios one after the other.
 * @param client a connection to the database that the servers use
 * @param tell called before each one
 */
export async function measureEach(
  client: pg.Client,
  children: Children,
  scenarios: readonly Scenario[],
  sizes: Sizes,
  tell: (scenario: Scenario) => void,
): Promise<Measurement[]> {
  const contestants = {
    ...children,
    readDatabaseTime: () => databaseTime(client),
    statementsEnded: () => statementsEnded(client),
  }
  const done: Measurement[] = []
  for (const scenario of scenarios) {
    tell(scenario)
    done.push(await measure(contestants, scenario, sizes))
  }
  return done
}
