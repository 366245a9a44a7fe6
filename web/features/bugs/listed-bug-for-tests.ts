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
    title: _id,
    description: '',
    stepsToReproduce: '',
    createdOn: '2026-01-02T03:04:05Z',
    createdBy: { _id: 'u', fullName: 'Ann Ash' },
    isClosed: false,
    status: 'Open',
    classification: 'unclassified',
    ...initialValues,
    labels: [],
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
      classify: false,
      assign: false,
      merge: false,
      join: false,
      ...abilities,
    },
  }
}
