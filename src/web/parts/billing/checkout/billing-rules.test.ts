import { describe, expect, it } from 'vitest'
import { gstinProblem, nameRule, stateOptions } from './billing-rules.ts'

describe('the GSTIN of an invoice', () => {
  it.each([
    ['', '29', undefined],
    ['27AAPFU0939F1ZV', '27', undefined],
    [' 27aapfu0939f1zv ', '27', undefined],
    ['27AAPFU0939F1ZV', '', undefined],
    ['27AAPFU0939F1ZA', '27', 'The check character should be V, not A'],
    ['27AAPFU0939F1ZV', '29', 'This GSTIN belongs to Maharashtra, but you chose Karnataka'],
    ['45AAPFU0939F1ZV', '27', '45 isn’t a GST state code'],
    ['12345', '29', 'A GSTIN has 15 characters: state, PAN, number, Z, check'],
  ])('%o in state %o', (text, state, problem) => {
    expect(gstinProblem(text, state)).toBe(problem)
  })
})

it('offers every current state and territory in alphabetical order', () => {
  const labels = stateOptions().map(({ label }) => label)
  expect(labels).toContain('Karnataka')
  expect(labels).toContain('Andhra Pradesh')
  expect(labels).not.toContain('Andhra Pradesh (before division)')
  expect(nameRule('  ')).toBe('Enter a name for the invoice')
  expect(nameRule('Asha')).toBeUndefined()
})
