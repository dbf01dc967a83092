import { describe, expect, it } from 'vitest'
import { stem, terms, tokenize } from './tokens.ts'

describe('words as search sees them', () => {
  it.each([
    [['terminate', 'terminated', 'terminates', 'termination']],
    [['payment', 'payments', 'pay', 'paying', 'payable']],
    [['renew', 'renewed', 'renewal', 'renewing', 'renewals']],
    [['party', 'parties']],
    [['assign', 'assigned', 'assignment', 'assigning']],
    [['stop', 'stopped', 'stopping']],
  ])('brings the forms %j together', (forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1)
  })

  it('keeps codes, short words and figures as they are', () => {
    expect(['e11', 'gst', 'bus', '2025', 'class'].map(stem)).toEqual(['e11', 'gst', 'bus', '2025', 'class'])
  })

  it('leaves out stop words, folds accents, capitals and possessives', () => {
    expect(terms('The Client’s CAFÉ and the café')).toEqual(['client', 'caf', 'caf'])
    expect(terms('is it of the')).toEqual([])
  })

  it('gives the place of every word', () => {
    const text = '🙂 Naïve 𝔸 terms'
    for (const { start, end } of tokenize(text)) expect(text.slice(start, end)).toMatch(/^[\p{L}\p{N}]+$/u)
    expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Naïve', '𝔸', 'terms'])
  })
})
