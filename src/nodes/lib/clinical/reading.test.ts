import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { type SectionKind, sectionAt, sectionOf, splitSections } from './sections.ts'
import { splitSentences } from './sentences.ts'
import { lowerInPlace, tokenize } from './tokens.ts'

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  it.each<[string, string[]]>([
    ['Fever. Cough.', ['Fever.', 'Cough.']],
    ['Seen by Dr. Rao at 10 a.m. today. Well.', ['Seen by Dr. Rao at 10 a.m. today.', 'Well.']],
    ['Tamsulosin 0.4mg was started. No pain.', ['Tamsulosin 0.4mg was started.', 'No pain.']],
    ['1. Pneumonia\n2. Gout', ['1. Pneumonia', '2. Gout']],
    ['• Hypertension\n• Anemia', ['• Hypertension', '• Anemia']],
    ['BP: 120/80\nPulse: 70', ['BP: 120/80', 'Pulse: 70']],
    ['He has a\nlong standing cough.\r\nNo fever', ['He has a\nlong standing cough.', 'No fever']],
    ['No fever; cough for a week', ['No fever;', 'cough for a week']],
    ['Is there pain? No!', ['Is there pain?', 'No!']],
    ['', []],
    [' \n\t\n', []],
  ])('splits %j', (text, expected) => {
    expect(split(text)).toEqual(expected)
  })
  it('joins lines that a page broke and keeps those that it did not', () => {
    const wide =
      'An ultrasound was performed for elevated liver enzymes and it confirmed a\nseverely enlarged prostate.\n\nAssessment\nGout'
    expect(split(wide)[0]).toContain('a\nseverely enlarged prostate.')
    expect(split(wide).slice(1)).toEqual(['Assessment', 'Gout'])
  })
  it('keeps every letter, in order and without overlap, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', '\n', '\r\n', ':', '1', '•', 'é', '😀', '?', ';', '-') }),
        (text) => {
          let last = 0
          const spans = splitSentences(text)
          for (const { start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          const kept = spans.map(({ start, end }) => text.slice(start, end)).join('')
          expect(kept.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        },
      ),
    )
  })
  it('stays quick on text without an end', () => {
    const spent = busy()
    for (const part of ['e.g. ', 'word ', '\n', 'A:', '. ', '1.\n']) splitSentences(part.repeat(100_000 / part.length))
    expect(spent()).toBeLessThan(10_000)
  })
})

describe('sections', () => {
  it.each<[string, SectionKind]>([
    ['Chief Complaint', 'chief_complaint'],
    ['HPI', 'history_of_present_illness'],
    ['PMH', 'past_medical_history'],
    ['Family History', 'family_history'],
    ['FAMILY HX', 'family_history'],
    ['Past Surgical History', 'past_surgical_history'],
    ['Medications at Discharge', 'medications'],
    ['Current Medications', 'medications'],
    ['Allergies', 'allergies'],
    ['Review of Systems', 'review_of_systems'],
    ['Vital signs', 'examination'],
    ['Labs', 'investigations'],
    ['Assessment and Plan', 'assessment'],
    ['Discharge Diagnosis', 'assessment'],
    ['IMPRESSION', 'assessment'],
    ['Plan', 'plan'],
    ['Discharge instructions', 'instructions'],
    ['Hospital course', 'hospital_course'],
  ])('knows %s', (heading, kind) => {
    expect(sectionOf(heading)).toBe(kind)
  })
  it('takes no sentence for a heading', () => {
    expect(sectionOf('The patient has a family history of gout')).toBeNull()
    expect(splitSections('He said: plan the trip.').map(({ kind }) => kind)).toEqual(['other'])
  })
  it('covers the note from end to end', () => {
    const note = 'Jane Roe, 44\nPMH: asthma\n\nFamily history\nGout in father\nASSESSMENT/PLAN: flu'
    const found = splitSections(note)
    expect(found.map(({ kind, title }) => [kind, title])).toEqual([
      ['other', ''],
      ['past_medical_history', 'PMH'],
      ['family_history', 'Family history'],
      ['assessment', 'ASSESSMENT/PLAN'],
    ])
    expect(found.map(({ start, end }) => note.slice(start, end)).join('')).toBe(note)
    expect(sectionAt(found, note.indexOf('father'))?.kind).toBe('family_history')
    expect(sectionAt(found, note.length + 5)).toBeNull()
  })
})

describe('tokens', () => {
  it('keeps the exact place of every word', () => {
    const text = 'Crohn’s — Ménière’s disease, T2DM (x-ray)'
    const tokens = tokenize(text)
    expect(tokens.map(({ word }) => word)).toEqual(['crohn', 'meniere', 'disease', 't2dm', 'x', 'ray'])
    expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Crohn’s',
      'Ménière’s',
      'disease',
      'T2DM',
      'x',
      'ray',
    ])
  })
  it('lowers without moving anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lowerInPlace(text)).toHaveLength(text.length)
      }),
    )
    expect(lowerInPlace('İSTANBUL Fever')).toHaveLength('İSTANBUL Fever'.length)
  })
})
