import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { recogniseEntities } from '#nodes/types/legal/recognise-entities.ts'
import { codeDiagnoses } from './code-diagnoses.ts'

const NOTE = `Chief complaint: cough
History of present illness: A 64-year-old man presents with shortness of breath for two days.
He denies chest pain or fever.
Past medical history: hypertension, type 2 diabetes, pneumonia in 2015.
Family history: mother had breast cancer.
Assessment: Acute exacerbation of COPD. Possible left lower leg cellulitis.
Plan: Return if fever develops.`

const starter = parseCodesTsv(readFileSync('src/server/seed/icd10cm-starter.tsv', 'utf8'))
const ports = { codes: createCodeTable(starter, 'starter') }
type Output = {
  codes: {
    code: string
    assertion: string
    candidate: boolean
    confidence: number
    evidence: {
      text: string
      start: number
      end: number
      page: number | null
      boxes: number[][]
      sentence: { text: string }
    }[]
  }[]
}
const code = async (config: JsonObject, input: Json = null): Promise<Output> =>
  (await outputOf(codeDiagnoses, config, { input, ports })) as unknown as Output

describe('recognise entities', () => {
  it('gives findings with sentence, section, assertion and exact offsets, and passes the document on', async () => {
    const found = recogniseEntities.output.parse(
      await outputOf(recogniseEntities, {}, { input: { text: NOTE }, ports }),
    )
    expect(found.document.text).toBe(NOTE)
    const by = (text: string) => found.entities.filter((entity) => entity.text === text)
    expect(by('chest pain')[0]).toMatchObject({
      assertion: 'negated',
      because: 'denies',
      sentence: { text: 'He denies chest pain or fever.' },
    })
    expect(by('fever')).toHaveLength(1)
    expect(by('breast cancer')[0]).toMatchObject({ assertion: 'family', section: 'family_history' })
    expect(by('pneumonia')[0]).toMatchObject({ assertion: 'historical', section: 'past_medical_history' })
    for (const { text, start, end } of found.entities) expect(NOTE.slice(start, end)).toBe(text)
    expect(found.sections.map((section) => section.kind)).toEqual([
      'chief_complaint',
      'history_of_present_illness',
      'past_medical_history',
      'family_history',
      'assessment',
      'plan',
    ])
  })
  it('refuses an input without a document', async () => {
    await expect(tryNode(recogniseEntities, {}, { input: { a: 1 }, ports })).rejects.toMatchObject({
      code: 'document_missing',
    })
    await expect(tryNode(recogniseEntities, {}, { input: ' ', ports })).rejects.toMatchObject({
      code: 'document_empty',
    })
  })
})

describe('a note that is too long', () => {
  it('is refused by both nodes, with its length', async () => {
    const document = 'fever '.repeat(70_000)
    for (const node of [recogniseEntities, codeDiagnoses])
      await expect(tryNode(node, { document }, { ports })).rejects.toMatchObject({
        code: 'note_too_long',
        field: 'document',
      })
  })
  it('is none when it is only full of findings', async () => {
    const document = 'Fever, cough. '.repeat(20_000)
    const { codes } = await code({ document })
    expect(codes.map((item) => item.code).sort()).toEqual(['R05.9', 'R50.9'])
    expect(codes[0]?.evidence).toHaveLength(5)
  })
})

describe('code diagnoses', () => {
  it('codes the output of recognise entities', async () => {
    const input = await outputOf(recogniseEntities, { document: NOTE }, { ports })
    const { codes } = codeDiagnoses.output.parse(await outputOf(codeDiagnoses, {}, { input, ports }))
    const said = Object.fromEntries(codes.map(({ code, assertion }) => [code, assertion]))
    expect(said).toMatchObject({
      'J44.1': 'present',
      I10: 'present',
      'E11.9': 'present',
      'R05.9': 'present',
      'L03.116': 'possible',
      'R07.9': 'negated',
      'R50.9': 'negated',
      'J18.9': 'historical',
      'C50.919': 'family',
      'Z80.3': 'present',
    })
    for (const item of codes) {
      expect(item.candidate).toBe(['present', 'possible'].includes(item.assertion))
      expect(item.evidence.length).toBeGreaterThan(0)
      for (const { text, start, end, sentence } of item.evidence) {
        expect(NOTE.slice(start, end)).toBe(text)
        expect(sentence.text).toContain(text)
      }
    }
    const ranks = codes.map(({ candidate }) => candidate)
    expect(ranks).toEqual(ranks.toSorted((a, b) => Number(b) - Number(a)))
  })
  it('reads the note itself when there are no entities', async () => {
    const { codes } = await code({ document: NOTE })
    expect(codes.map((item) => item.code)).toContain('J44.1')
  })
  it('takes a corrected assertion', async () => {
    const { entities } = recogniseEntities.output.parse(
      await outputOf(recogniseEntities, { document: NOTE }, { ports }),
    )
    const corrected = entities.map((entity) =>
      entity.text === 'chest pain' ? { ...entity, assertion: 'present' } : entity,
    )
    const { codes } = await code({ document: NOTE, entities: corrected as unknown as Json })
    expect(codes.find((item) => item.code === 'R07.9')).toMatchObject({ assertion: 'present', candidate: true })
  })
  it('gives page and clipped boxes where the document has a layout', async () => {
    const text = 'Diagnosis: pneumonia'
    const document = {
      text,
      pages: [{ page: 1, start: 0, end: text.length, width: 600, height: 800 }],
      items: [{ start: 0, end: text.length, page: 1, box: [0.1, 0.1, 0.5, 0.12] }],
      tables: [],
      headings: [],
      meta: { title: null, author: null, page_count: 1, format: 'pdf' },
    }
    const { codes } = await code({ document: document as unknown as Json })
    const evidence = codes[0]?.evidence[0]
    expect(codes[0]?.code).toBe('J18.9')
    expect(evidence?.page).toBe(1)
    const [left = 0, top, right, bottom] = evidence?.boxes[0] ?? []
    expect([top, right, bottom]).toEqual([0.1, 0.5, 0.12])
    expect(left).toBeGreaterThan(0.25)
    expect(left).toBeLessThan(0.35)
  })
  it('has no place in a plain text and keeps codes under the asked confidence out', async () => {
    const all = await code({ document: NOTE, min_confidence: 0 })
    expect(all.codes[0]?.evidence[0]).toMatchObject({ page: null, boxes: [] })
    const { codes } = await code({ document: NOTE, min_confidence: 1 })
    expect(codes).toEqual([])
  })
  it.each<[Json]>([
    ['cough'],
    [[{ start: 0 }]],
    [[{ start: 0, end: 900, assertion: 'present', section: 'plan', sentence: { text: '', start: 0, end: 900 } }]],
  ])('refuses entities that are none: %j', async (entities) => {
    await expect(tryNode(codeDiagnoses, { document: NOTE, entities }, { ports })).rejects.toMatchObject({
      code: 'entities_invalid',
      field: 'entities',
    })
  })
})
