import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import type { NodeDefinition } from '#nodes/node.ts'
import type { CodesPort } from '#nodes/ports.ts'
import { outputOf } from '#nodes/trial.ts'
import { clinicalAssertions } from '#nodes/types/healthcare/clinical-assertions.ts'
import { clinicalSections } from '#nodes/types/healthcare/clinical-sections.ts'
import { extractFollowUp } from '#nodes/types/healthcare/extract-follow-up.ts'
import { extractLabs } from '#nodes/types/healthcare/extract-labs.ts'
import { extractMedications } from '#nodes/types/healthcare/extract-medications.ts'
import { extractVitals } from '#nodes/types/healthcare/extract-vitals.ts'
import { findHcpcsNode } from '#nodes/types/healthcare/find-hcpcs.ts'
import { findPhiNode } from '#nodes/types/healthcare/find-phi.ts'
import { hcpcsLookup } from '#nodes/types/healthcare/hcpcs-lookup.ts'
import { hcpcsValidate } from '#nodes/types/healthcare/hcpcs-validate.ts'
import { icd10Lookup } from '#nodes/types/healthcare/icd10-lookup.ts'
import { icd10Validate } from '#nodes/types/healthcare/icd10-validate.ts'

const entry = (code: string, description: string, billable = true, synonyms: string[] = []) => ({
  code,
  description,
  billable,
  synonyms,
})
const icd = createCodeTable(
  [
    entry('E11', 'Type 2 diabetes mellitus', false),
    entry('E11.2', 'Type 2 diabetes mellitus with kidney complications', false),
    entry('E11.22', 'Type 2 diabetes mellitus with diabetic chronic kidney disease'),
    entry('E11.9', 'Type 2 diabetes mellitus without complications', true, ['t2dm']),
    entry('I10', 'Essential (primary) hypertension', true, ['high blood pressure']),
  ],
  'v1',
  { source: 'order_2026.txt' },
)
const hcpcs = createCodeTable(
  [
    entry('E0143', 'Walker, folding, wheeled', true, ['rolling walker', 'walker']),
    entry('J1885', 'Injection, ketorolac tromethamine, per 15 mg', true, ['ketorolac']),
  ],
  'h1',
  { system: 'hcpcs', source: 'hcpcs.csv' },
)
const of = (system: string) => (system === 'hcpcs' ? hcpcs : icd)
const codes: CodesPort = {
  search: (system, query, limit) => of(system).search(system, query, limit),
  get: (system, code) => of(system).get(system, code),
  under: (system, code) => of(system).under(system, code),
  table: (system) => of(system).table(system),
}
async function play<N extends { type: string }>(node: N, config: JsonObject, input: Json = null) {
  const definition = node as unknown as NodeDefinition
  return definition.output.parse(await outputOf(definition, config, { input, ports: { codes } })) as Record<
    string,
    never
  >
}

const NOTE = `Chief Complaint: chest pain.
History of Present Illness: Denies fever. Father had diabetes.
Medications: Metformin 500 mg BID.
Examination: BP 150/90, pulse 80.
Labs: HbA1c 8.1%.
Plan: Received ketorolac 30 mg IV. Walker ordered. Follow up with Dr. Rao in two weeks.`

describe('looking up codes', () => {
  it('finds by words and by the code', async () => {
    expect(await play(icd10Lookup, { query: 'high blood pressure' })).toMatchObject({
      exact: null,
      matches: [{ code: 'I10' }],
      table: 'order_2026.txt',
    })
    expect(await play(icd10Lookup, {}, 'e11.22')).toMatchObject({ exact: { code: 'E11.22' } })
    expect(await play(icd10Lookup, { query: 'E11', billable_only: true })).toMatchObject({
      exact: { billable: false },
      count: 2,
    })
    expect(await play(hcpcsLookup, { query: 'rolling walker' })).toMatchObject({ matches: [{ code: 'E0143' }] })
    expect(await play(hcpcsLookup, { query: 'j1885' })).toMatchObject({ exact: { code: 'J1885' } })
    expect(await play(hcpcsLookup, { query: 'zebra' })).toMatchObject({ count: 0, matches: [] })
  })
  it('needs something to look for', async () => {
    for (const node of [icd10Lookup, hcpcsLookup])
      await expect(play(node, { query: ' ' })).rejects.toMatchObject({ code: 'query_missing', field: 'query' })
  })
})

describe('validating codes', () => {
  it('says of each diagnosis what is wrong, and what to take instead', async () => {
    const { results, all_valid } = await play(icd10Validate, { codes: ['E119', 'E11', 'E11.29', 'hello', 'Z99.9'] })
    expect(results).toMatchObject([
      { code: 'E11.9', valid: true, status: 'billable' },
      { status: 'header', suggestions: [{ code: 'E11.22' }, { code: 'E11.9' }] },
      { status: 'unknown', suggestions: [{ code: 'E11.22' }] },
      { code: null, status: 'malformed' },
      { status: 'unknown', suggestions: [] },
    ])
    expect(all_valid).toBe(false)
    expect(await play(icd10Validate, {}, { codes: [{ code: 'I10' }] })).toMatchObject({
      all_valid: true,
      not_checked: expect.arrayContaining(['excludes notes']),
    })
  })
  it('names HCPCS codes, modifiers, CPT and dental codes', async () => {
    expect(
      await play(hcpcsValidate, { codes: ['e0143-NU', 'J9999', '99213', 'D0120', 'E01', 'J1885-TOOLONG'] }),
    ).toMatchObject({
      results: [
        { code: 'E0143', modifiers: ['NU'], status: 'valid' },
        { status: 'unknown' },
        { status: 'cpt' },
        { status: 'dental' },
        { status: 'malformed' },
        { status: 'malformed' },
      ],
    })
  })
  it.each([[[]], [''], [5], [[null]], [{ other: 1 }]])('refuses %j', async (given) => {
    for (const node of [icd10Validate, hcpcsValidate])
      await expect(play(node, { codes: given as Json })).rejects.toMatchObject({
        code: 'codes_invalid',
        field: 'codes',
      })
  })
})

describe('reading a note', () => {
  it('gives its parts with their places', async () => {
    const all = await Promise.all([
      play(clinicalSections, { document: NOTE }),
      play(extractMedications, { document: NOTE, only_lists: true }),
      play(extractVitals, {}, { text: NOTE }),
      play(extractLabs, { document: NOTE }),
      play(extractFollowUp, { document: NOTE }),
      play(findPhiNode, { document: NOTE, kinds: ['name'] }),
      play(findHcpcsNode, { document: NOTE }),
    ])
    expect(all).toMatchObject([
      { by_kind: { chief_complaint: 'chest pain.', plan: expect.stringContaining('Walker ordered') } },
      { medications: [{ name: 'Metformin', dose: '500 mg', frequency: 'BID' }], count: 1 },
      { vitals: [{ kind: 'blood_pressure', value: 150, second: 90 }, { kind: 'heart_rate' }] },
      { labs: [{ name: 'HbA1c', value: '8.1', unit: '%' }] },
      { follow_up: [{ kind: 'appointment', when: 'in two weeks', with: 'Dr. Rao' }] },
      { findings: [{ kind: 'name', text: 'Rao' }], by_kind: { name: 1 } },
      {
        codes: [{ code: 'J1885', note: '30 mg is 2 billing units (one per 15 mg)' }, { code: 'E0143' }],
        code_system: 'HCPCS Level II',
      },
    ])
    for (const list of all.flatMap(
      (one) => Object.values(one).filter(Array.isArray) as { text?: string; start: number; end: number }[][],
    ))
      for (const one of list) if (typeof one.start === 'number') expect(NOTE.slice(one.start, one.end)).toBe(one.text)
  })

  it('tells present from denied and a relative’s', async () => {
    const { assertions, summary } = await play(clinicalAssertions, {
      document: NOTE,
      terms: ['chest pain', 'fever', 'diabetes'],
    })
    expect(assertions).toMatchObject([
      { term: 'chest pain', assertion: 'present', section: 'chief_complaint' },
      { term: 'fever', assertion: 'negated', because: 'denies' },
      { term: 'diabetes', assertion: 'family' },
    ])
    expect(summary).toEqual({ 'chest pain': { present: 1 }, fever: { negated: 1 }, diabetes: { family: 1 } })
    await expect(play(clinicalAssertions, { document: NOTE })).rejects.toMatchObject({
      code: 'terms_invalid',
      field: 'terms',
    })
  })

  it.each([
    clinicalSections,
    extractMedications,
    extractVitals,
    extractLabs,
    extractFollowUp,
    findPhiNode,
    findHcpcsNode,
  ])('is refused where there is none: $type', async (node) => {
    await expect(play(node, {})).rejects.toMatchObject({ code: 'document_missing', field: 'document' })
    await expect(play(node, { document: ' \n' })).rejects.toMatchObject({ code: 'document_empty', field: 'document' })
    await expect(play(node, { document: 'a '.repeat(200_001) })).rejects.toMatchObject({ code: 'note_too_long' })
  })
})
