import { describe, expect, it } from 'vitest'
import { runTitle } from './run-title.ts'

const file = (name: string) => ({ file_id: '01890000-0000-7000-8000-000000000000', name, mime: 'application/pdf' })

describe('the title of a run', () => {
  it.each([
    ['the name of its document', { country: 'India', file: file('Rao discharge.pdf') }, 'Rao discharge.pdf'],
    [
      'the first of several documents, with how many more',
      { files: [file('a.pdf'), file('b.pdf'), file('c.pdf')] },
      'a.pdf +2',
    ],
    [
      'its text, past a short choice',
      { country: 'IN', text: 'Patient with type 2\n diabetes' },
      'Patient with type 2 diabetes',
    ],
    ['a short text when there is no other', { text: 'E11.9' }, 'E11.9'],
    ['nothing when it has no text', { amount: 5, flag: true }, null],
    ['nothing for an empty input', null, null],
  ])('is %s', (_what, input, title) => expect(runTitle(input, 'manual')).toBe(title))

  it('is cut between words to at most 60 characters', () => {
    const title = runTitle({ text: 'word '.repeat(100) }, 'manual') ?? ''
    expect(title.length).toBeLessThanOrEqual(60)
    expect(title).toMatch(/ word…$/)
  })

  it('is never a header of a request', () => {
    expect(
      runTitle({ headers: { authorization: 'Bearer of a secret' }, body: { note: 'Invoice 7 of May' } }, 'webhook'),
    ).toBe('Invoice 7 of May')
    expect(runTitle({ at: '2026-01-01T00:00:00Z' }, 'schedule')).toBeNull()
  })

  it('is the name of its document when a schedule runs it every day', () => {
    expect(runTitle({ file: file('Ward list.pdf'), text: 'Daily' }, 'schedule')).toBe('Ward list.pdf')
  })
})
