import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { ClauseReport } from '#nodes/lib/legal/result.ts'
import { trialEmbed } from '#nodes/lib/retrieval/trial-embed.ts'
import { outputOf, type Trial } from '#nodes/trial.ts'
import { findClauses } from './find-clauses.ts'

const SERVICES = readFileSync('src/nodes/lib/legal/fixtures/services.txt', 'utf8')
const run = async (config: JsonObject, trial: Trial): Promise<ClauseReport> =>
  ClauseReport.parse(await outputOf(findClauses, config, { ports: { embed: trialEmbed }, ...trial }))

describe('find clauses', () => {
  it('reports clauses, risks, parties, dates and amounts with exact places', async () => {
    const found = await run({ document: SERVICES }, {})
    expect(found.contract_type).toBe('services')
    expect(found.parties.map((party) => party.role)).toEqual(['Client', 'Service Provider'])
    expect(found.amounts.map((amount) => amount.value)).toEqual([450_000])
    expect(found.dates.map((date) => date.iso)).toContain('2025-05-01')
    const places = [...found.clauses, ...found.parties, ...found.dates, ...found.amounts]
    const evidence = found.clauses.flatMap((clause) => clause.risk?.findings ?? [])
    for (const { text, start, end } of [...places, ...evidence]) expect(SERVICES.slice(start, end)).toBe(text)
    const liability = found.clauses.find((clause) => clause.kind === 'limitation_of_liability')
    expect(liability).toMatchObject({ title: 'Limitation of liability', found_by: 'heading', risk: { level: 'high' } })
    expect(found.summary).toMatchObject({ clauses: found.clauses.length, missing: 0 })
    expect(found.summary.risks.high).toBeGreaterThan(3)
  })

  it('gives page and boxes where the document has them', async () => {
    const text = 'This agreement is governed by the laws of India.'
    const document = {
      text,
      pages: [{ page: 3, start: 0, end: text.length, width: 595, height: 842 }],
      items: [{ start: 0, end: text.length, page: 3, box: [0, 0.25, 1, 0.5] }],
    }
    const found = await run({}, { input: { document, file: null } })
    expect(found.clauses[0]).toMatchObject({ kind: 'governing_law', page: 3, boxes: [[0, 0.25, 1, 0.5]] })
  })

  it('names the passage nearest to a missing clause, and still calls it missing', async () => {
    const letters = 'Letters in writing, sent by registered post, courier or email, go to the addresses of the parties.'
    const text = `SERVICES AGREEMENT\n\nThe service provider gives the services to the client under a statement of work.\n\n${letters}`
    const without = await run({ document: text, similarity: false }, {})
    expect(without.missing.find((one) => one.kind === 'notices')).toMatchObject({ nearest: null })
    const found = await run({ document: text }, {})
    expect(found.missing.find((one) => one.kind === 'notices')?.nearest).toMatchObject({ text: letters })
    expect(found.clauses).toEqual(without.clauses)
  })

  it('leaves out what is not sure enough', async () => {
    const all = await run({ document: SERVICES }, {})
    const sure = await run({ document: SERVICES, min_confidence: 0.9 }, {})
    expect(sure.clauses.length).toBeLessThan(all.clauses.length)
    expect(sure.clauses.every((clause) => clause.confidence >= 0.9)).toBe(true)
  })

  it.each([
    [{}, null, 'document_missing'],
    [{ document: 12 }, null, 'document_missing'],
    [{ document: '' }, null, 'document_empty'],
    [{ document: '---\n...' }, null, 'document_empty'],
  ])('refuses %j with input %j as %s', async (config, input, code) => {
    await expect(run(config, { input })).rejects.toMatchObject({ code, field: 'document' })
  })

  it('finds nothing, without an error, in a text that is no contract', async () => {
    const found = await run({ document: 'Mix flour and water. Bake for an hour.', similarity: false }, {})
    expect(found).toMatchObject({ contract_type: 'general', clauses: [], parties: [], truncated: false })
  })
})
