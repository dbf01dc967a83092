import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchItem } from '#contract/services/batches.ts'
import { importCodes } from '#server/areas/agents/codes/codes.ts'
import { type BatchApp, batchOwner, createBatchApp, textItems } from '#test/support/batches.ts'
import { withoutRejected } from './decided-rows.ts'

const found = (
  label: string,
  verdict: 'accepted' | 'edited' | 'rejected' | null = null,
  value: string | null = null,
) => ({
  ...{ id: `codes:${label}`, label, verdict, value },
})

describe('first findings in one line', () => {
  const line = 'E11.42 Type 2 diabetes; with polyneuropathy; I10 Hypertension; R53.81 Other malaise'
  it('are without what was rejected, also where a title has a semicolon', () => {
    expect(withoutRejected(line, [found('E11.42', 'rejected'), found('I10'), found('R53.81', 'accepted')])).toBe(
      'I10 Hypertension; R53.81 Other malaise',
    )
  })
  it('have the new value of what was edited', () => {
    expect(withoutRejected(line, [found('E11.42', 'accepted'), found('I10', 'edited', 'I11.9'), found('R53.81')])).toBe(
      'E11.42 Type 2 diabetes; with polyneuropathy; I11.9; R53.81 Other malaise',
    )
  })
  it('of two that are alike keep the one that was not rejected, and none of a line of which all were', () => {
    expect(withoutRejected('I10 a; I10 a', [found('I10', 'rejected'), found('I10')])).toBe('I10 a')
    expect(withoutRejected('I1 a; I10 b', [found('I1', 'rejected'), found('I10', 'rejected')])).toBe('')
    expect(withoutRejected('', [])).toBe('')
  })
  it('end before one that was rejected and is cut', () => {
    expect(withoutRejected('I10 a; R53.8…', [found('I10'), found('R53.81', 'rejected')])).toBe('I10 a')
    expect(withoutRejected('I10 a; R53.81 Oth…', [found('I10'), found('R53.81', 'rejected')])).toBe('I10 a')
  })
})

describe('a batch that people decide about', () => {
  let test: BatchApp
  beforeAll(async () => {
    test = await createBatchApp()
    await importCodes(test.database.db, 'icd10cm', {
      source: 'test',
      codes: [{ code: 'J11', description: 'Influenza', billable: true, synonyms: [] }],
    })
  })
  afterAll(() => test.close())

  it('gives out results without what was rejected and with what was edited, in every file and to other services', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: textItems('one', 'two', 'three') })
    await me.reach(id, ({ status }) => status === 'finished')
    const itemsOf = async (): Promise<BatchItem[]> => (await me.call('GET', `/${id}/items`)).body.data.items
    const decide = async (position: number, decision: object) => {
      const run = (await itemsOf())[position]?.execution_id
      const body = { decisions: [{ id: 'code:I10:present', after: 0, key: randomUUID(), ...decision }] }
      const answer = await test.call('POST', `/api/v1/executions/${run}/decisions`, { as: me.owner, body })
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    }
    await decide(0, { verdict: 'rejected' })
    await decide(1, { verdict: 'edited', value: 'J11' })
    const [one, two, three] = await itemsOf()
    expect(one).toMatchObject({ decided: { accepted: 0, edited: 0, rejected: 1 }, result: { top: '', findings: 0 } })
    expect(two).toMatchObject({ decided: { accepted: 0, edited: 1, rejected: 0 }, result: { top: 'J11', findings: 1 } })
    expect(three).toMatchObject({ decided: null, result: { top: 'I10 three' } })
    const exported = async (format: string) =>
      (await test.call('GET', `/api/v1/batches/${id}/export`, { as: me.owner, query: { format } })).body
    const [head = '', first = '', second = ''] = (await exported('csv')).trim().split('\n')
    const names = head.split(',')
    const cell = (line: string, name: string) => line.trim().split(',')[names.indexOf(name)]
    expect(['top_findings', 'accepted', 'edited', 'rejected'].map((name) => cell(first, name))).toEqual([
      '',
      '0',
      '0',
      '1',
    ])
    expect(['top_findings', 'accepted', 'edited', 'rejected'].map((name) => cell(second, name))).toEqual([
      'J11',
      '0',
      '1',
      '0',
    ])
    const json = await exported('json')
    expect(JSON.stringify(json)).not.toContain('I10 one')
    expect(JSON.stringify(json)).not.toContain('I10 two')
    expect(JSON.stringify(json)).toContain('J11')
    const next = (await me.call('POST', '', { service_id: me.service, start: false })).body.data.id
    const sent = { batch_id: id, mapping: { text: 'top_findings' } }
    expect((await me.call('POST', `/${next}/results`, sent)).status).toBe(200)
    const { rows } = await test.database.pool.query(
      'select input from batch_items where batch_id = $1 order by position',
      [next],
    )
    expect(JSON.stringify(rows)).not.toContain('I10 one')
    expect(JSON.stringify(rows)).toContain('J11')
  })
})
