import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { LONG } from '#test/support/scale.ts'
import { analyse } from './analyse.ts'

const MEGABYTES = LONG ? 1 : 0.25
/** Generous for a slow machine; a quadratic pattern takes more than ten times as long on these. */
const SECONDS = 8 * MEGABYTES

const fill = (piece: string): string => piece.repeat(Math.ceil((MEGABYTES * 1_000_000) / piece.length))

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
  ])(`takes linear time on ${MEGABYTES} MB of %s`, (_name, text) => {
    const spent = busy()
    const { clauses } = analyse(text)
    expect(spent()).toBeLessThan(SECONDS * 1_000)
    for (const { start, end } of clauses) expect(end > start && end <= text.length).toBe(true)
  })

  it('takes linear time on very many headings', () => {
    const count = 50_000 * MEGABYTES
    const text = Array.from({ length: count }, (_, index) => `${(index % 900) + 1}. Confidentiality\n`).join('')
    const spent = busy()
    const { blocks } = analyse(text)
    expect(spent()).toBeLessThan(SECONDS * 1_000)
    expect(blocks).toHaveLength(count)
  })

  it('takes linear time on headings nested in each other', () => {
    const levels = ['SCHEDULE A', 'ARTICLE 1', '1. Term', '1.1 Term', '1.1.1 Term', '(a) Term', '(ii) Term']
    const text = Array.from({ length: 20_000 * MEGABYTES }, (_, index) => levels[Math.min(index, 6)]).join('\n')
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
