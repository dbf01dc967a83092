/** The copy of a person's data as an archive: a list of everything as JSON, read from one moment of the database. */

import { createZip, type NewZipEntry } from '#server/gateways/zip-writer.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { LISTS, readList, readPicture } from './export.store.ts'
import type { Person } from './person.ts'
import type { PersonalList } from './personal-list.store.ts'

/** Puts outputs of steps that were too large for their rows in their places. */
export type WithOutputs = <T extends { output?: unknown; stored?: string | null }>(rows: readonly T[]) => Promise<T[]>

interface Run {
  steps: { output?: unknown; stored?: string | null }[]
}
const isRun = (value: unknown): value is Run => Array.isArray((value as Run | null)?.steps)

async function* json(rows: AsyncIterable<unknown>, withOutputs: WithOutputs): AsyncGenerator<string> {
  yield '['
  let first = true
  for await (const row of rows) {
    const whole = isRun(row) ? { ...row, steps: await withOutputs(row.steps) } : row
    yield `${first ? '\n' : ',\n'}${JSON.stringify(whole)}`
    first = false
  }
  yield '\n]\n'
}

const readme = (lists: readonly PersonalList[], picture: boolean): string =>
  [
    'Everything this installation keeps about you, as JSON, at the moment it was asked for.',
    '',
    ...lists.map(({ file, about }) => `${file.padEnd(24)}${about}`),
    ...(picture ? [`${'picture.webp'.padEnd(24)}Your picture`] : []),
    '',
  ].join('\n')

async function* once(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content
}

async function* entriesOf(tx: Queryable, person: Person, withOutputs: WithOutputs): AsyncGenerator<NewZipEntry> {
  const picture = await readPicture(tx, person)
  yield { name: 'README.txt', data: once(readme(LISTS, picture !== null)) }
  for (const list of LISTS) yield { name: list.file, data: json(readList(tx, list, person), withOutputs) }
  if (picture) yield { name: 'picture.webp', data: once(picture) }
}

/** Hands the archive to `write` chunk by chunk, all of it from one moment, however long writing takes. */
export const writeArchive = (
  db: Database,
  person: Person,
  withOutputs: WithOutputs,
  write: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => write(createZip(entriesOf(tx, person, withOutputs))))
