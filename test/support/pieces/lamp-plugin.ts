/** The test piece with triggers as an installed plugin, without a product around it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CredentialParts } from '#server/areas/accounts/accounts.ts'
import { fetchFromFolder } from '#server/areas/connectors/plugins/fetch-plugin.ts'
import { createPieceApps } from '#server/areas/connectors/plugins/piece-apps.ts'
import { changePlugin, insertPlugin } from '#server/areas/connectors/plugins/plugins.store.ts'
import type { PieceParts } from '#server/areas/connectors/plugins/run-piece.ts'
import type { Database } from '#server/platform/database/database.ts'
import { testPiece } from '#test/support/npm-registry.ts'
import { LAMP_EVENTS, lampTriggers } from './lamp-triggers.ts'
import { openScene } from './scene.ts'

const NAME = '@acme/lamps'
export const LAMP_PLUGIN = 'piece-acme-lamps'

interface Place {
  db: Database
  /** With the files of plugins; every process sees it. */
  folder: string
  /** Where the shop of the piece is. */
  standIn: string
}

const none = (): never => {
  throw new Error('The test piece has neither accounts nor files')
}

export async function openPieces({ db, folder, standIn }: Place) {
  const host = new URL(standIn).host
  const scene = await openScene({ folder, registry: 'http://127.0.0.1:1', allow: [host] })
  const pieces = createPieceApps(db)
  const parts: PieceParts = {
    ...{ db, pieces, processes: scene.processes, trees: scene.trees },
    credentials: {} as CredentialParts,
    files: { open: none, write: none } as unknown as PieceParts['files'],
    public_url: 'https://chowk.test',
  }
  return { scene, pieces, parts }
}

/** Installs it for all processes. */
export async function installLamps({ db, folder, standIn }: Place): Promise<void> {
  const { scene } = await openPieces({ db, folder, standIn })
  const source = join(folder, 'source')
  await mkdir(source, { recursive: true })
  await writeFile(join(source, 'package.json'), JSON.stringify({ name: NAME, version: '1.0.0', main: 'index.js' }))
  const files = testPiece('{}', LAMP_EVENTS, 'Lamp Shop', lampTriggers(`${standIn}/lamps`))
  for (const [name, content] of Object.entries(files)) await writeFile(join(source, name), content)
  const row = await fetchFromFolder({ ...scene, db, folders: [source] }, NAME, AbortSignal.timeout(60_000))
  if (!row) throw new Error('The test piece was not found')
  await insertPlugin(db, LAMP_PLUGIN, row.id)
  await changePlugin(db, LAMP_PLUGIN, { package_id: row.id, state: 'enabled', added_hosts: [new URL(standIn).host] })
  await scene.stop()
}
