import { initialValues } from '#shared/bugs/fields.ts'
import type { BugListItem } from '#shared/bugs/contract.ts'

/** A bug as the list has it, whose reader may comment; with other facts where a test needs them. */
export function listedBug(
  _id: string,
  facts: Partial<Omit<BugListItem, 'abilities'>> = {},
  abilities: Partial<BugListItem['abilities']> = {},
): BugListItem {
  return {
    _id,
    key: 'BUG-1',
    product: { _id: 'p', key: 'BUG', name: 'Bugs' },
    isPrivate: false,
    isWaiting: false,
    title: _id,
    description: '',
    stepsToReproduce: '',
    createdOn: '2026-01-02T03:04:05Z',
    updatedOn: '2026-01-02T03:04:05Z',
    createdBy: { _id: 'u', fullName: 'Ann Ash' },
    isClosed: false,
    status: 'Open',
    classification: 'unclassified',
    ...initialValues,
    labels: [],
    fields: {},
    component: null,
    foundVersion: null,
    fixedVersion: null,
    commentCount: 0,
    affectedCount: 1,
    version: 1,
    ...facts,
    abilities: {
      comment: true,
      edit: 'none',
      editMy: false,
      editAny: false,
      close: false,
      statuses: [],
      classify: false,
      assign: false,
      ask: false,
      merge: false,
      join: false,
      ...abilities,
    },
  }
}
