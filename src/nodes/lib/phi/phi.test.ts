import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { findPhi } from './detect.ts'
import type { PhiKind } from './kinds.ts'
import { covered, needless, readMarked } from './marked.ts'

const notes = readMarked(readFileSync(new URL('./fixtures/notes.txt', import.meta.url), 'utf8'))
const kindsOf = (text: string) => findPhi(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

describe('personal health data', () => {
  it.each(notes.map((note) => [note.title, note] as const))('is found in %s', (_title, { text, marks }) => {
    const found = findPhi(text)
    expect(marks.filter((mark) => !covered(text, mark, found)).map(({ start, end }) => text.slice(start, end))).toEqual(
      [],
    )
    expect(needless(found, marks).map(({ start, end }) => text.slice(start, end))).toEqual([])
    // In order, apart, inside the text.
    found.forEach((one, index) => {
      expect(one.start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0)
      expect(one.end).toBeGreaterThan(one.start)
      expect(one.end).toBeLessThanOrEqual(text.length)
    })
  })

  it.each<[PhiKind, string, string]>([
    ['date', 'Seen on 2024-03-05T10:20:00Z.', '2024-03-05T10:20:00Z'],
    ['date', 'admitted 3rd of May, 2024 with fever', '3rd of May, 2024'],
    ['date', 'since October', 'October'],
    ['age_over_89', 'a 93-year-old woman', '93'],
    ['phone', 'Ring +44 20 7946 0958 today', '+44 20 7946 0958'],
    ['phone', 'mobile 98450-12345', '98450-12345'],
    ['ssn', 'her 078-05-1120 number', '078-05-1120'],
    ['email', 'Write to a.b+c@d-e.example now', 'a.b+c@d-e.example'],
    ['mrn', 'MRN: 44-1187', '44-1187'],
    ['postcode', 'Boston, MA 02118', '02118'],
    ['name', 'DOE, JOHN was seen', 'DOE, JOHN'],
    ['name', 'dictated by: Mary-Anne O’Neill', 'Mary-Anne O’Neill'],
  ])('knows a %s in %j', (kind, text, words) => {
    expect(kindsOf(text)).toContainEqual([kind, words])
  })

  it.each([
    'BP 120/80, pulse 72, SpO2 98%, temperature 37.2, weight 70.5 kg.',
    'Take 2 tablets of metformin 500 mg twice daily for 3-4 weeks; may repeat once.',
    'Crohn disease, Bell palsy, Murphy sign, Foley catheter, Apgar 9/10, Wolff-Parkinson-White syndrome.',
    'Grade 2/6 murmur, strength 5/5, GCS 15/15, pain 4/10, ratio 1:2, dose 25/37.5 mg.',
    'An 89-year-old man. Hemoglobin 11.2 g/dL, platelets 212,000, code 99213, ICD E11.9.',
    'March was not named. The patient may march on. General Hospital course was uneventful.',
  ])('leaves medicine alone: %s', (text) => {
    const found = kindsOf(text).filter(([, words]) => words !== 'March')
    expect(found).toEqual([])
  })

  it('looks only for the kinds asked', () => {
    const text = 'Dr. Rao, 4 May 2024, a@b.example'
    expect(findPhi(text, new Set(['email'])).map(({ kind }) => kind)).toEqual(['email'])
    expect(findPhi('', new Set(['email']))).toEqual([])
  })

  it.each([
    ['names without end', 'Dr. Aa Bb '.repeat(30_000)],
    ['digits', '1234567890-'.repeat(30_000)],
    ['labels', 'Name: Address: MRN: '.repeat(15_000)],
    ['one endless word', 'A'.repeat(300_000)],
    ['street words', '1 Main '.repeat(40_000)],
    ['dots and dashes', '.-/'.repeat(100_000)],
  ])('comes to an end on %s', (_what, text) => {
    const spent = busy()
    findPhi(text)
    expect(spent()).toBeLessThan(4000)
  })
})
