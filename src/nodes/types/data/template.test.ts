import { describe, expect, it } from 'vitest'
import { outputOf } from '#nodes/trial.ts'
import { template } from './template.ts'

describe('template', () => {
  it('gives a text, also where the whole text was one number', async () => {
    expect(await outputOf(template, { text: 'Dear Bob' })).toBe('Dear Bob')
    expect(await outputOf(template, { text: 5 })).toBe('5')
    expect(template.config.safeParse({ text: { a: 1 } }).success).toBe(false)
  })
})
