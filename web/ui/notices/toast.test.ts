import { beforeEach, expect, test } from 'vitest'
import { dismissAllToasts, toastError, toastSuccess, toastWarning, visibleToasts } from './toast.ts'

beforeEach(dismissAllToasts)

const texts = () => visibleToasts().map((toast) => toast.text)

test('the same text again replaces its older self and comes last', () => {
  toastWarning('Fields Must Not Be Empty')
  toastError('Reporting New Bug Failed')
  toastWarning('Fields Must Not Be Empty')
  expect(texts()).toEqual(['Reporting New Bug Failed', 'Fields Must Not Be Empty'])
})

test('no more than four stand at once; the oldest goes', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) toastSuccess(text)
  expect(texts()).toEqual(['b', 'c', 'd', 'e'])
})
