import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { parseCodesTsv } from './code-import.ts'
import { codeNote, DEFAULT_CODING } from './code-note.ts'
import { conceptIndex } from './concept-index.ts'
import { findFindings } from './findings.ts'

const starter = parseCodesTsv(readFileSync('src/server/seed/icd10cm-starter.tsv', 'utf8'))
const index = conceptIndex({ version: 'starter', entries: starter })
const coded = (text: string, options = {}) =>
  codeNote(index, text, findFindings(index, text), { ...DEFAULT_CODING, minimum_confidence: 0, ...options })
/** The candidates' codes, in the order of the alphabet. */
const codes = (text: string): string[] =>
  coded(text)
    .flatMap((item) => (item.candidate ? [item.code] : []))
    .sort()

describe('what a note says is coded', () => {
  it.each<[string, string[]]>([
    // Abbreviations and lay words.
    ['HTN', ['I10']],
    ['T2DM', ['E11.9']],
    ['COPD', ['J44.9']],
    ['AF', ['I48.91']],
    ['SOB', ['R06.02']],
    ['DVT', ['I82.409']],
    ['Patient has high blood pressure.', ['I10']],
    ['She had a heart attack.', ['I21.9']],
    ['He has kidney stones.', ['N20.0']],
    ['Ringing in the ears.', ['H93.19']],
    ['Stomach flu', ['A08.4']],
    ['Known ALS', ['G12.21']],
    // Words that look like abbreviations are none.
    ['Presented to the ED; the gist of it, als ob.', []],
    ['She does well in all respects, Ms. Doe says.', []],
    ['The patient feels cold; a cap was given.', []],
    // Word order and spelling.
    ['calculus in the left kidney', ['N20.0']],
    ['Diarrhoea and oedema of the ankle', ['R19.7', 'R60.0']],
    ['Anaemia', ['D64.9']],
    // Specific codes win when their words are there.
    ['Chronic systolic heart failure', ['I50.22']],
    ['Heart failure', ['I50.9']],
    ['Acute on chronic diastolic heart failure', ['I50.33']],
    ['Moderate persistent asthma', ['J45.40']],
    ['Asthma', ['J45.909']],
    ['CKD stage 3b', ['N18.32']],
    ['Stage 4 chronic kidney disease', ['N18.4']],
    ['Paroxysmal atrial fibrillation', ['I48.0']],
    ['Acute exacerbation of COPD', ['J44.1']],
    ['Iron deficiency anemia', ['D50.9']],
    ['Major depressive disorder, recurrent, moderate', ['F33.1']],
    // Sides.
    ['Pain in right knee', ['M25.561']],
    ['Left knee pain', ['M25.562']],
    ['Knee pain', ['M25.569']],
    ['Bilateral knee pain', ['M25.561', 'M25.562']],
    ['Cellulitis of left lower leg', ['L03.116']],
    ['Carpal tunnel syndrome on the right', ['G56.01']],
    ['Both ears: otitis media', ['H66.90']],
    // Neighbours stay apart.
    ['Chest pain, shortness of breath', ['R06.02', 'R07.9']],
    ['Pyelonephritis complicated by acute kidney injury', ['N12', 'N17.9']],
    ['Diabetes with no known complications', ['E11.9']],
    ['Blood and urine cultures were drawn.', []],
    ['NECK: Supple. Thyroid normal.', []],
    ['4. AKI on CKD', ['N17.9', 'N18.9']],
    ['ROS: No fever, chest pain, SOB.', []],
    ['Fracture', []],
    ['Brought by his mother for ear pain', ['H92.09']],
    ['Burning feet', ['R20.2']],
    ['Difficulty falling asleep', ['G47.00']],
    ['Stage 2 sacral pressure ulcer', ['L89.152']],
    ['Bipolar disorder, depressed, moderate', ['F31.32']],
    ['Right ankle sprain. She twisted her ankle.', ['S93.401A']],
    ['Chest pain radiating to left arm', ['R07.9']],
    ['Acute appendicitis with perforation and localized peritonitis', ['K35.32']],
    ['She is allergic to codeine.', ['Z88.5']],
    // What only describes is no finding.
    ['Magnetic resonance of the second axis.', []],
    ['He was sitting still and looked down.', []],
    ['', []],
  ])('%j → %j', (text, expected) => {
    expect(codes(text)).toEqual(expected)
  })
  it('gives only codes of the table, billable where there is one', () => {
    for (const entry of starter.filter((_entry, place) => place % 7 === 0))
      for (const { code } of coded(entry.description)) expect(index.get(code)?.billable).toBe(true)
  })
})

describe('time and persons', () => {
  const said = (text: string) => Object.fromEntries(coded(text).map(({ code, assertion }) => [code, assertion]))
  it('codes a lasting condition as present, a past one next to its history code', () => {
    expect(said('History of hypertension.')).toEqual({ I10: 'present' })
    expect(said('History of stroke.')).toEqual({ 'I63.9': 'historical', 'Z86.73': 'present' })
    expect(said('PMH: prostate cancer')).toEqual({ C61: 'historical', 'Z85.46': 'present' })
    expect(said('Old MI.')).toMatchObject({ 'I25.2': 'present' })
  })
  it('gives a relative’s disease to the relative', () => {
    expect(said('Family history: colon cancer')).toEqual({ 'C18.9': 'family', 'Z80.0': 'present' })
    expect(said('No family history of colon cancer.')).toEqual({ 'C18.9': 'negated' })
  })
  it('takes an operation as a status only when it lies in the past', () => {
    expect(codes('Nephrectomy was performed.')).toEqual([])
    expect(codes('PSH: nephrectomy')).toEqual(['Z90.5'])
  })
  it('leaves open what is said and doubted', () => {
    const text =
      'The pattern is that of ventricular tachycardia. It may have been ventricular tachycardia. She likely did not have ventricular tachycardia.'
    expect(said(text)).toEqual({ 'I47.20': 'possible' })
  })
  it('names allergens in a list of allergies, not their reactions', () => {
    expect(said('Allergies: Latex - causes rash; penicillin')).toEqual({ 'Z91.040': 'present', 'Z88.0': 'present' })
    expect(said('Allergies: none')).toEqual({})
  })
  it('keeps advice out', () => {
    expect(said('Discharge instructions: call for fever or chest pain.')).toEqual({})
    expect(said('Return if vomiting develops.')).toEqual({})
  })
})

describe('what codes say together', () => {
  it.each<[string, string[], string[]]>([
    ['Type 2 diabetes. Chronic kidney disease stage 3a.', ['E11.22', 'N18.31'], ['E11.9']],
    ['Hypertension. Chronic kidney disease stage 4.', ['I12.9', 'N18.4'], ['I10']],
    ['Hypertension. Systolic heart failure.', ['I11.0', 'I50.20'], ['I10']],
    ['Hypertension. Heart failure. CKD stage 3.', ['I13.0', 'I50.9', 'N18.30'], ['I10', 'I11.0']],
    ['Tumor of the lung. Lung cancer.', ['C34.90'], ['D49.9', 'C80.1']],
    ['Abdominal pain. Epigastric pain.', ['R10.13'], []],
  ])('%j', (text, there, gone) => {
    const found = codes(text)
    for (const code of there) expect(found).toContain(code)
    for (const code of gone) expect(found).not.toContain(code)
  })
  it('shows both findings as evidence of a combined code', () => {
    const text = 'Type 2 diabetes. Chronic kidney disease stage 3a.'
    const joined = coded(text).find(({ code }) => code === 'E11.22')
    expect(joined?.evidence.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Type 2 diabetes',
      'Chronic kidney disease stage 3a',
    ])
  })
  it('leaves single codes alone when asked to', () => {
    expect(
      coded('Hypertension. Heart failure.', { combine: false })
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['I10', 'I50.9'])
  })
  it('is less sure of a symptom that a disease explains', () => {
    const sure = (text: string, code: string): number => coded(text).find((item) => item.code === code)?.confidence ?? 0
    expect(sure('Cough. Pneumonia.', 'R05.9')).toBeLessThan(sure('Cough. Gout.', 'R05.9'))
  })
})

describe('evidence', () => {
  it('points at exact words, whatever the text around them', () => {
    const words = fc.constantFrom(
      'HTN',
      'no',
      'fever',
      'history of',
      'stroke',
      'mother',
      'had',
      'left',
      'knee pain',
      'CKD stage 3',
      'é😀',
      'T2DM',
      'denies',
      'possible',
      'Assessment:',
      'PMH:',
    )
    const note = fc.array(fc.tuple(words, fc.constantFrom(' ', ', ', '. ', '\n', '\r\n', '; ', ' and ')), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(note, (parts) => {
        const text = parts.flat().join('')
        for (const { evidence, confidence, candidate, assertion } of coded(text)) {
          expect(evidence.length).toBeGreaterThan(0)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          if (candidate) expect(['present', 'possible']).toContain(assertion)
          for (const { start, end, sentence } of evidence) {
            expect(text.slice(start, end)).toMatch(/^[\p{L}\p{N}].*[\p{L}\p{N}]$/su)
            expect(start).toBeGreaterThanOrEqual(sentence.start)
            expect(end).toBeLessThanOrEqual(sentence.end)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
  it('is limited in number, and the same for the same note', () => {
    const text = 'Fever. '.repeat(20)
    expect(coded(text)[0]?.evidence).toHaveLength(DEFAULT_CODING.evidence_limit)
    expect(coded(text)).toEqual(coded(text))
  })
  it('is found quickly', () => {
    const note =
      'A 64-year-old man with hypertension, type 2 diabetes and CKD presents with cough, fever and left knee pain. He denies chest pain. '.repeat(
        60,
      )
    coded(note)
    const spent = busy()
    coded(note)
    expect(spent()).toBeLessThan(3000)
  })
})
