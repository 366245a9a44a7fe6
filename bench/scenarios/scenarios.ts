import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { generatedReports } from '#bench/reports/generated-reports.ts'
import { listScenarios } from './list-scenarios.ts'
import type { Scenario } from './scenario.ts'

/** Returns everything that is measured, reads before writes. */
export function scenarios(facts: DataSetFacts): Scenario[] {
  return [...listScenarios(facts), view(facts), report(), comment(facts)]
}

export function view(facts: DataSetFacts): Scenario {
  const load = { method: 'GET', bodies: [], personPer: 'connection' } as const
  return {
    name: 'view',
    says: 'one bug with its comments',
    kind: 'read',
    pace: 'quick',
    product: { ...load, paths: facts.bugIds.map((id) => `/api/bug/${id}`) },
    thin: { ...load, paths: facts.bugIds.map((id) => `/view/${id}`) },
  }
}

const bodyCount = 500

export function report(): Scenario {
  const source = generatedReports('reports to send')
  const bodies = Array.from({ length: bodyCount }, () => {
    const { title, description, stepsToReproduce } = source.report()
    return JSON.stringify({ title, description, stepsToReproduce })
  })
  const load = { method: 'POST', bodies, personPer: 'request' } as const
  return {
    name: 'report',
    says: 'a new bug',
    kind: 'write',
    product: { ...load, paths: ['/api/bug/new'] },
    thin: { ...load, paths: ['/report'] },
  }
}

export function comment(facts: DataSetFacts): Scenario {
  const source = generatedReports('comments to send')
  const bodies = Array.from({ length: bodyCount }, () => JSON.stringify({ message: source.comment() }))
  const load = { method: 'POST', bodies, personPer: 'connection' } as const
  return {
    name: 'comment',
    says: 'a new comment',
    kind: 'write',
    product: { ...load, paths: facts.bugIds.map((id) => `/api/bug/${id}/comments/new`) },
    thin: { ...load, paths: facts.bugIds.map((id) => `/comment/${id}`) },
  }
}
