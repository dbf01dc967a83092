import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { analyse } from './analyse.ts'

/** Generous for a busy machine; a quadratic pattern takes minutes on these. */
const SECONDS = 8

const MEGABYTE = 1_000_000
const fill = (piece: string): string => piece.repeat(Math.ceil(MEGABYTE / piece.length))

describe('hostile texts', () => {
  it.each([
    ['one line of letters', fill('a')],
    ['one line of capitals', fill('A')],
    ['one line of words', fill('liability shall indemnify terminate ')],
    ['one line of sentences', fill('The Client shall pay the fees within 30 days. ')],
    ['quotes', fill('"')],
    ['brackets', fill('(((')],
    ['spaces', fill(' ')],
    ['line breaks', fill('\n')],
    ['figures', fill('1,11,')],
    ['digits', fill('9')],
    ['money marks', fill('Rs. ')],
    ['underscores', fill('_ ')],
    ['days', fill('1st day of ')],
    ['roles', fill('("A" ')],
    ['joints', fill('between and ')],
    ['unfinished promises', fill('shall not exceed assign without ')],
    ['number words', fill('rupees one lakh ')],
    ['signatures', fill('for A ')],
    ['list marks', fill('(a) ')],
    ['short sentences of one paragraph', fill('Late fee. A b. C d. E f. ')],
    ['surrogates', fill('🙂')],
  ])('takes linear time on a megabyte of %s', (_name, text) => {
    const spent = busy()
    const { clauses } = analyse(text)
    expect(spent()).toBeLessThan(SECONDS * 1_000)
    for (const { start, end } of clauses) expect(end > start && end <= text.length).toBe(true)
  })

  it('takes linear time on 50,000 headings', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `${(index % 900) + 1}. Confidentiality\n`).join('')
    const spent = busy()
    const { blocks } = analyse(text)
    expect(spent()).toBeLessThan(SECONDS * 1_000)
    expect(blocks).toHaveLength(50_000)
  })

  it('takes linear time on headings nested in each other', () => {
    const levels = ['SCHEDULE A', 'ARTICLE 1', '1. Term', '1.1 Term', '1.1.1 Term', '(a) Term', '(ii) Term']
    const text = Array.from({ length: 20_000 }, (_, index) => levels[Math.min(index, 6)]).join('\n')
    const spent = busy()
    analyse(text)
    expect(spent()).toBeLessThan(SECONDS * 1_000)
  })

  it('reads a paper full of tricks as text, and still finds its one clause', () => {
    const text = readFileSync(join(import.meta.dirname, 'fixtures/hostile.txt'), 'utf8')
    const { clauses } = analyse(text)
    expect(clauses.map((clause) => clause.kind.kind)).toContain('governing_law')
  })
})
