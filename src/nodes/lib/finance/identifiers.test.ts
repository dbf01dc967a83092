import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import {
  checkIdentifier,
  detectIdentifier,
  findIdentifiers,
  gstinCheck,
  hasVerhoeffDigit,
} from '#contract/india/identifiers.ts'
import { outputOf } from '#nodes/trial.ts'
import { validateIdentifiers } from '#nodes/types/finance/validate-identifiers.ts'
import { busy } from '#test/support/busy.ts'

const run = async (config: JsonObject, input: Json = null) => outputOf(validateIdentifiers, config, { input })

describe('identifiers', () => {
  it.each([
    ['gstin', '27AAPFU0939F1ZV', true],
    ['gstin', '27 aapfu0939f 1zv', true],
    ['gstin', '27AAPFU0939F1ZW', false],
    ['gstin', '42AAPFU0939F1ZV', false],
    ['pan', 'AAPFU0939F', true],
    ['pan', 'AAPXU0939F', false],
    ['pan', 'AAPFU09390', false],
    ['tan', 'PNEA12345B', true],
    ['tan', 'PNEA1234B', false],
    ['ifsc', 'HDFC0000123', true],
    ['ifsc', 'HDFC1000123', false],
    ['cin', 'U72900KA2015PTC082988', true],
    ['cin', 'X72900KA2015PTC082988', false],
    ['upi', 'meera.k-1@okhdfcbank', true],
    ['upi', 'meera@example.com', false],
    ['aadhaar', '2341 2341 2346', true],
    ['aadhaar', '2341 2341 2345', false],
    ['aadhaar', '1341 2341 2346', false],
    ['account', '000123456789', true],
    ['account', '0000000000', false],
    ['irn', 'a'.repeat(64), true],
    ['irn', 'g'.repeat(64), false],
  ] as const)('%s %s: %s', (type, value, valid) => {
    expect(checkIdentifier(type, value)).toMatchObject({ valid, reason: valid ? null : expect.any(String) })
  })

  it('notices every swap of neighbours and every wrong digit of an Aadhaar number', () => {
    const digits = '234123412346'
    for (let at = 0; at < digits.length; at++) {
      for (const other of '0123456789')
        if (other !== digits[at])
          expect(hasVerhoeffDigit(digits.slice(0, at) + other + digits.slice(at + 1))).toBe(false)
    }
  })

  it('notices every single wrong character of a GSTIN', () => {
    const first = '27AAPFU0939F1Z'
    for (let at = 0; at < first.length; at++) {
      const other = first[at] === 'A' ? 'B' : /\d/.test(first[at] ?? '') ? '5' : 'A'
      if (other !== first[at]) expect(gstinCheck(first.slice(0, at) + other + first.slice(at + 1))).not.toBe('V')
    }
  })

  it('tells them from their shape and finds them in a text', () => {
    expect(['27AAPFU0939F1ZV', 'a@ybl', '123456789', 'hello'].map(detectIdentifier)).toEqual([
      'gstin',
      'upi',
      'account',
      null,
    ])
    const text = 'GSTIN 27AAPFU0939F1ZV, IFSC HDFC0000123, write to a.b@example.com or pay shop@ybl.'
    const found = findIdentifiers(text)
    expect(found.map(({ type }) => type)).toEqual(['gstin', 'ifsc', 'upi'])
    for (const { value, start, end } of found) expect(text.slice(start, end)).toBe(value)
  })
})

describe('validate identifiers', () => {
  it('says what each one is and never repeats an Aadhaar number', async () => {
    const found = await run({}, ['27AAPFU0939F1ZV', '2341 2341 2346', 'nonsense'])
    expect(found).toMatchObject({
      valid: 2,
      invalid: 1,
      all_valid: false,
      results: [
        { type: 'gstin', details: { state: 'Maharashtra', holder: 'firm or LLP' } },
        { value: 'XXXX XXXX 2346' },
        { type: null },
      ],
    })
  })

  it.each<[Json, number]>([
    ['', 0],
    [null, 0],
    [[], 0],
    [{ type: 'pan', value: 'AAPFU0939F' }, 1],
    [{ text: 'PAN AAPFU0939F and TAN PNEA12345B' }, 2],
  ])('reads %j', async (values, count) => {
    expect(await run({ values })).toMatchObject({ valid: count, all_valid: count > 0 })
  })

  it('refuses what is no text, and too many', async () => {
    await expect(run({ values: true })).rejects.toMatchObject({ code: 'not_identifiers', field: 'values' })
    await expect(run({ values: Array.from({ length: 5_001 }, () => 'AAPFU0939F') })).rejects.toMatchObject({
      code: 'too_many',
    })
  })

  it('reads a megabyte of nearly identifiers quickly', async () => {
    const spent = busy()
    await run({ values: `x ${'A1a.'.repeat(250_000)} @` })
    expect(spent()).toBeLessThan(2_000)
  })
})
