import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { NdaReport, ndaCheck } from './nda-check.ts'

const text = (name: string): string => readFileSync(`src/nodes/lib/legal/fixtures/${name}.txt`, 'utf8')
const run = async (config: JsonObject, input: Json = null): Promise<z.output<typeof NdaReport>> =>
  NdaReport.parse(await outputOf(ndaCheck, config, { input }))
const statuses = async (name: string, config: JsonObject = {}): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await run({ document: text(name), ...config })).checks.map(({ check, status }) => [check, status]),
  )

describe('check NDA', () => {
  it('finds nothing to object to in a balanced agreement', async () => {
    const found = await run({ document: text('ndas/mutual-india') })
    expect(found.checks.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(found.is_nda).toBe(true)
  })

  it.each<[string, Record<string, string>]>([
    [
      'ndas/one-way-vendor',
      {
        direction: 'attention',
        definition: 'attention',
        exclusions: 'missing',
        survival: 'attention',
        non_solicit: 'attention',
        liability: 'attention',
        injunctive_relief: 'attention',
        return: 'missing',
        compelled_disclosure: 'missing',
        governing_law: 'ok',
      },
    ],
    [
      'ndas/residuals-us',
      {
        direction: 'ok',
        exclusions: 'ok',
        residuals: 'attention',
        term: 'attention',
        survival: 'attention',
        governing_law: 'attention',
        injunctive_relief: 'missing',
        no_licence: 'ok',
        compelled_disclosure: 'missing',
      },
    ],
    [
      'ndas/employee-letter',
      {
        survival: 'attention',
        purpose: 'ok',
        return: 'ok',
        compelled_disclosure: 'ok',
        governing_law: 'ok',
        exclusions: 'missing',
      },
    ],
    [
      'nda',
      {
        direction: 'ok',
        term: 'ok',
        survival: 'ok',
        exclusions: 'attention',
        recipients: 'attention',
        governing_law: 'attention',
      },
    ],
    ['ndas/hostile', { signature: 'attention', exclusions: 'missing', parties: 'missing' }],
  ])('judges %s', async (name, expected) => {
    expect(await statuses(name)).toMatchObject(expected)
  })

  it('follows the playbook', async () => {
    const config = {
      want_mutual: false,
      governing_laws: ['New York'],
      most_term_years: 10,
      most_survival_years: 7,
      allow_residuals: true,
      require_injunctive_relief: false,
    }
    const found = await statuses('ndas/residuals-us', config)
    expect(Object.values(found).filter((status) => status === 'attention')).toEqual([])
    expect(await statuses('ndas/one-way-vendor', { side: 'disclosing', want_mutual: false })).toMatchObject({
      direction: 'ok',
      definition: 'ok',
      survival: 'ok',
      injunctive_relief: 'ok',
      liability: 'ok',
    })
  })

  it('shows the words of every place', async () => {
    const document = text('ndas/residuals-us')
    const { checks } = await run({ document })
    for (const { places } of checks)
      for (const { text: words, start, end } of places) expect(document.slice(start, end)).toBe(words)
  })

  it('says that a lease is no NDA, and refuses an empty document', async () => {
    expect((await run({ document: text('lease') })).is_nda).toBe(false)
    await expect(run({ document: ' \n ' })).rejects.toMatchObject({ code: 'document_empty' })
    await expect(run({})).rejects.toMatchObject({ code: 'document_missing' })
  })

  it('reads half a megabyte in seconds', async () => {
    const spent = busy()
    await run({
      document: `NON-DISCLOSURE AGREEMENT\n${'The party shall not disclose the confidential information to any person. '.repeat(7_000)}`,
    })
    expect(spent()).toBeLessThan(8_000)
  })
})
