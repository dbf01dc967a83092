import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type WorkFor, workForServer } from '#nodes/work-for.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { neverDeleted, pdf } from '#test/support/files.ts'
import { createDocumentsPort } from './documents-port.ts'
import { createRunners, type Runners } from './runners.ts'

let dir: string
let files: FileStore
let runners: Runners
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'chowk-port-'))
  files = createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted })
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
})
afterAll(async () => {
  await runners.stop()
  rmSync(dir, { recursive: true })
})
const never = workForServer(new AbortController().signal)
const upload = async (bytes: Buffer): Promise<string> => {
  const id = randomUUID()
  await files.put(id, Readable.from([bytes]), { name: null, mime: null })
  return id
}

it('parses a stored file once, for all who ask', async () => {
  let parsed = 0
  const runner = {
    ...runners.documents,
    parse: (path: string, work: WorkFor) => {
      parsed++
      return runners.documents.parse(path, work)
    },
  }
  const port = createDocumentsPort({ files, runner })
  const id = await upload(await pdf((page) => page.text('Some words')))
  const all = await Promise.all([port.parse(id, never), port.parse(id, never)])
  all.push(await port.parse(id, never))
  for (const document of all) expect(document).toMatchObject({ text: 'Some words', meta: { format: 'pdf' } })
  expect(parsed).toBe(1)
})
it('continues for the others when the first to ask gives up', async () => {
  const port = createDocumentsPort({ files, runner: runners.documents })
  const id = await upload(await pdf((page) => page.text('Some words')))
  const first = new AbortController()
  const given = port.parse(id, workForServer(first.signal)).catch((cause: unknown) => cause)
  const waiting = port.parse(id, never)
  first.abort('enough')
  expect(await given).toBe('enough')
  expect(await waiting).toMatchObject({ text: 'Some words' })
})
it('names what is missing', async () => {
  const port = createDocumentsPort({ files, runner: runners.documents })
  await expect(port.parse(randomUUID(), never)).rejects.toMatchObject({ code: 'file_not_found' })
  await expect(port.parse('../etc/passwd', never)).rejects.toMatchObject({ code: 'file_not_found' })
})
