import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { followUpsIn } from './follow-up.ts'
import { foundIn, readSummaries } from './judged-summaries.ts'
import { findLabs } from './labs.ts'
import { findMedications } from './medications.ts'
import { findVitals } from './vitals.ts'

const notes = readSummaries(readFileSync(new URL('./fixtures/summaries.txt', import.meta.url), 'utf8'))

describe('a summary', () => {
  it.each(notes.map((note) => [note.title, note] as const))('is read: %s', (_title, { text, wanted }) => {
    const found = foundIn(text)
    for (const part of ['meds', 'vitals', 'labs', 'next'] as const)
      expect([part, ...found[part].toSorted()]).toEqual([part, ...wanted[part].toSorted()])
    for (const { start, end } of [
      ...findMedications(text),
      ...findVitals(text),
      ...findLabs(text),
      ...followUpsIn(text),
    ]) {
      expect(start).toBeLessThan(end)
      expect(end).toBeLessThanOrEqual(text.length)
    }
  })

  it('tells how a medicine is taken', () => {
    const [first, second] = findMedications(
      'Discharge medications: Amoxicillin 500 mg by mouth three times daily for 7 days. Tramadol 50 mg as needed.',
    )
    expect(first).toMatchObject({
      name: 'Amoxicillin',
      dose: '500 mg',
      route: 'by mouth',
      frequency: 'three times daily',
      duration: 'for 7 days',
      as_needed: false,
      status: 'taken',
    })
    expect(second).toMatchObject({ name: 'Tramadol', as_needed: true })
  })

  it.each([
    ['Metformin was stopped.', 'stopped'],
    ['She was started on apixaban 5 mg.', 'started'],
    ['Hospital course: received morphine 4 mg IV.', 'given'],
  ])('tells that in %j the medicine is %s', (text, status) => {
    expect(findMedications(text)[0]?.status).toBe(status)
  })

  it.each([
    ['doses', 'Metformin 500 mg daily. '.repeat(8_000)],
    ['numbers', '120/80 37.2 98% '.repeat(15_000)],
    ['lab names', 'sodium potassium creatinine '.repeat(10_000)],
    ['follow-ups', 'Follow up with cardiology in two weeks. '.repeat(8_000)],
    ['one endless word', 'mg'.repeat(150_000)],
    ['vital names', 'BP blood pressure is was of at '.repeat(8_000)],
  ])('comes to an end on %s', (_what, text) => {
    const spent = busy()
    foundIn(text)
    expect(spent()).toBeLessThan(8000)
  })
})
