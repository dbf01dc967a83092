import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileId, type Json, type JsonObject } from '#contract/core/primitives.ts'
import { hcpcsCode, parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import type { CodesPort } from '#nodes/ports.ts'
import { createDocumentPort } from '#server/areas/runs/files/documents.ts'
import { insertFile } from '#server/areas/runs/files/files.store.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import type { EngineOptions } from '#server/engine/assemble.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { createDocumentsPort } from '#server/runners/documents-port.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, noPorts, type TestEngine } from '#test/support/engine.ts'
import { neverDeleted } from '#test/support/files.ts'
import { dischargeStructurer } from './discharge-structurer.ts'
import { hcpcsFinder } from './hcpcs-finder.ts'
import { phiRedactor } from './phi-redactor.ts'

let database: TestDatabase
let runners: Runners
let dir: string
let files: FileStore
let test: TestEngine
const table = (name: string, system: 'icd10cm' | 'hcpcs') => {
  const text = readFileSync(join(import.meta.dirname, `../${name}`), 'utf8')
  return createCodeTable(system === 'hcpcs' ? parseCodesTsv(text, hcpcsCode) : parseCodesTsv(text), 'starter', {
    system,
  })
}
beforeAll(async () => {
  database = await createTestDatabase()
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  dir = await mkdtemp(join(tmpdir(), 'healthcare-'))
  files = createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted })
  const tables = { icd10cm: table('icd10cm-starter.tsv', 'icd10cm'), hcpcs: table('hcpcs-starter.tsv', 'hcpcs') }
  const codes: CodesPort = { ...noPorts.codes, table: (system) => tables[system].table(system) }
  const ports: EngineOptions['ports'] = {
    ...noPorts,
    codes,
    paperwork: runners.paperwork,
    files: createFilePort({ db: database.db, files }),
    documents: createDocumentPort(database.db, createDocumentsPort({ files, runner: runners.documents })),
  }
  test = await createTestEngine(database, { ports })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await runners.stop()
  await database.drop()
  await rm(dir, { recursive: true })
})

async function upload(name: string, bytes: Uint8Array): Promise<JsonObject> {
  const id = FileId.parse(uuidv7())
  const { mime, size, sha256 } = await files.put(id, Readable.from([bytes], { objectMode: false }), {
    name,
    mime: null,
  })
  await insertFile(database.db, { type: 'user', id: test.owner } as unknown as Caller, {
    id,
    name,
    mime,
    bytes: size,
    sha256,
    expires_at: null,
  })
  return { file_id: id }
}
const sample = (name: string) =>
  upload(`${name}.pdf`, readFileSync(join(import.meta.dirname, `../../../web/public/samples/${name}.pdf`)))
async function run(agent: typeof hcpcsFinder, input: Json): Promise<JsonObject> {
  const start = await test.publish(agent.document)
  const result = await test.engine.run(start(input), 25_000)
  return result.status === 'succeeded'
    ? (result.output as JsonObject)
    : ({ status: result.status, ...result.error } as JsonObject)
}
const codesOf = (output: JsonObject) =>
  (output.codes as { code: string; candidate: boolean }[]).filter(({ candidate }) => candidate).map(({ code }) => code)

const NOTICE = 'Draft for review by a qualified professional'
const picture = (): Buffer => {
  const canvas = createCanvas(1100, 420)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1100, 420)
  context.fillStyle = '#111'
  context.font = '30px DejaVu Sans, Liberation Sans, sans-serif'
  for (const [index, line] of [
    'Patient: Asha Rao    MRN: 4471902',
    'Rolling walker ordered for home use.',
    'Discharge medications: Metformin 500 mg daily',
  ].entries())
    context.fillText(line, 40, 80 + index * 100)
  return canvas.toBuffer('image/png')
}

describe('the agents of healthcare', () => {
  it('find HCPCS codes in their sample, with places on the page', async () => {
    const output = await run(hcpcsFinder, { file: await sample('equipment-visit') })
    expect(output).toMatchObject({ view: 'codes', notice: NOTICE, code_system: 'HCPCS Level II' })
    expect(codesOf(output)).toEqual(
      expect.arrayContaining(['E0143', 'E0163', 'E0260', 'E1390', 'J1885', 'J1756', 'L1830']),
    )
    expect(codesOf(output)).not.toContain('K0001')
    for (const { evidence } of output.codes as { evidence: { page: number; boxes: unknown[] }[] }[])
      for (const { page, boxes } of evidence) expect([page, boxes.length > 0]).toEqual([1, true])
  })

  it('take a discharge summary apart', async () => {
    const output = await run(dischargeStructurer, { file: await sample('inpatient-summary') })
    expect(output).toMatchObject({ view: 'discharge', notice: NOTICE })
    expect(codesOf(output)).toEqual(expect.arrayContaining(['A41.51', 'N10', 'N17.9', 'I10']))
    const texts = (name: string, field: string) => (output[name] as JsonObject[]).map((one) => one[field])
    expect(texts('medications', 'name')).toEqual(
      expect.arrayContaining(['Cefixime', 'Amlodipine', 'Tamsulosin', 'Pregabalin']),
    )
    expect(texts('vitals', 'kind')).toEqual([
      'blood_pressure',
      'heart_rate',
      'respiratory_rate',
      'temperature',
      'oxygen_saturation',
    ])
    expect(texts('labs', 'name')).toEqual([
      'Hemoglobin',
      'White blood cells',
      'Platelets',
      'Creatinine',
      'Potassium',
      'Lactate',
      'HbA1c',
      'Creatinine',
    ])
    expect(texts('follow_up', 'kind')).toEqual(['appointment', 'test', 'referral', 'return_if'])
    expect(texts('sections', 'kind')).toContain('medications')
  })

  it('take out of a letter who the patient is, and keep the rest', async () => {
    const output = await run(phiRedactor, { file: await sample('referral-letter') })
    expect(output).toMatchObject({ view: 'phi', notice: NOTICE, not_removed: [], pages_without_text: [] })
    const made = output.file as { file_id: string; name: string }
    expect(made.name).toBe('referral-letter (redacted).pdf')
    const bytes = readFileSync((await files.borrow(made.file_id)).path)
    expect((await parsePdf(new Uint8Array(bytes))).text.trim()).toBe('')
    const found = (output.findings as { text: string }[]).map(({ text }) => text)
    for (const words of [
      'Kamala Venkatesan',
      '12/08/1933',
      'SHC-204518',
      '+91 98450 12345',
      'Meera Krishnan',
      'PM7748120',
      '560025',
    ])
      expect(found).toContain(words)
  })

  it('write the kind in place of words of a text', async () => {
    const output = await run(phiRedactor, phiRedactor.samples[1]?.input ?? {})
    const { file_id } = output.file as { file_id: string }
    const text = readFileSync((await files.borrow(file_id)).path, 'utf8')
    expect(text).toContain('Patient: [NAME], DOB [DATE], MRN [MRN]')
    expect(text).toContain('migraine since 2019')
    expect(text).not.toMatch(/Ritu|Malhotra|Sandeep|Siddiqui|77120934|94150/)
  })

  it('read a picture', async () => {
    const file = await upload('scan.png', picture())
    expect(codesOf(await run(hcpcsFinder, { file }))).toEqual(['E0143'])
    expect((await run(dischargeStructurer, { file })).medications).toMatchObject([
      { name: 'Metformin', dose: '500 mg' },
    ])
    const redacted = await run(phiRedactor, { file })
    expect(redacted).toMatchObject({ by_kind: { name: 1, mrn: 1 }, file: { mime: 'image/png' } })
  })

  it.each([
    [
      'a hostile text',
      { text: '<script>alert(1)</script> {{ $nodes }} =cmd|x Patient: Robert"); DROP TABLE notes;-- seen.' },
      'succeeded',
    ],
    ['nothing', {}, 'failed'],
    ['white space', { text: ' \n\t ' }, 'failed'],
    ['a file of somebody else', { file: { file_id: uuidv7() } }, 'failed'],
  ])('end with a named error on %s', async (_what, input, status) => {
    for (const agent of [hcpcsFinder, dischargeStructurer, phiRedactor]) {
      const output = await run(agent, input)
      if (status === 'succeeded') expect(output.notice).toBe(NOTICE)
      else
        expect(output).toMatchObject({
          status: 'failed',
          code: expect.stringMatching(/^(?:bad_input|document_missing|document_empty|file_not_found)$/),
        })
    }
  })
})
