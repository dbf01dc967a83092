import { expect, it } from 'vitest'
import { refusedType, typeForWhatsapp } from './file-rules.ts'

it('takes on WhatsApp what Meta takes, and texts as plain ones', () => {
  expect(typeForWhatsapp('text/csv')).toBe('text/plain')
  for (const mime of ['application/pdf', 'image/png', 'text/markdown']) expect(refusedType('whatsapp', mime)).toBeNull()
  for (const mime of ['application/json', 'image/svg+xml', ''])
    expect(refusedType('whatsapp', mime)).toMatch(/WhatsApp takes PDF/)
  for (const kind of ['telegram', 'slack', 'email'] as const) expect(refusedType(kind, 'application/json')).toBeNull()
})
