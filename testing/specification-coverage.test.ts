import { describe, expect, it } from 'vitest'
it('every text of the error catalogue stands in the catalogue of messages', () => {})
