import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createOutputs } from './outputs.ts'
import { createFolderObjects } from './storage/folder-objects.ts'

const dir = mkdtempSync(join(tmpdir(), 'chowk-outputs-'))
afterAll(() => rmSync(dir, { recursive: true }))

it('keeps a text under its key and leaves nothing half-written', async () => {
  const outputs = createOutputs(createFolderObjects({ dir }))
  await outputs.put('executions/0190-a/read_pdf.3.1.json', '"one"')
  await outputs.put('executions/0190-a/read_pdf.3.1.json', '"two"')
  await outputs.put('executions/0190-a/read_pdf..json'.replace('..', '.'), '"top"')
  expect(await outputs.get('executions/0190-a/read_pdf.3.1.json')).toBe('"two"')
  expect(readdirSync(join(dir, 'outputs/executions/0190-a')).sort()).toEqual(['read_pdf.3.1.json', 'read_pdf.json'])
})

it.each(['../secret.json', 'executions/../../secret.json', '/etc/passwd', 'a\0.json', 'A.json'])(
  'refuses the key %j',
  async (key) => {
    const outputs = createOutputs(createFolderObjects({ dir }))
    await expect(outputs.put(key, 'x')).rejects.toThrow(/not a valid output key/)
    await expect(async () => outputs.get(key)).rejects.toThrow(/not a valid output key/)
    await expect(outputs.open(key)).rejects.toThrow(/not a valid output key/)
  },
)
