/** Apps, accounts and MCP servers as the program puts them together, with Google led to a stand-in. */

import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { assembleConnectors } from '#server/compose/connectors.ts'
import { createFileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { neverDeleted } from '#test/support/files.ts'
import { createTestPlugins } from '#test/support/plugins.ts'
import { createTestSecrets } from '#test/support/secrets.ts'

export interface Places {
  vault_key: string
  stand_in: string
  mcp: string
}

export function assembleApps(pool: Pool, folder: string, { vault_key, stand_in, mcp }: Places) {
  const db = createDatabase(pool)
  const allow = [stand_in, mcp].map((address) => new URL(address).host)
  const objects = createFolderObjects({ dir: folder })
  const files = createFilePort({ db, files: createFileStore({ objects, whileKept: neverDeleted }) })
  const secrets = createTestSecrets(db, files, { allow, keys: vault_key })
  const appAddresses = {
    'https://sheets.googleapis.com': stand_in,
    'https://accounts.google.com/o/oauth2/v2/auth': `${stand_in}/authorize`,
    'https://oauth2.googleapis.com/token': `${stand_in}/token`,
  }
  const plugins = createTestPlugins(
    objects,
    { pluginRegistry: 'http://127.0.0.1:9', appAddresses, outboundAllow: allow, pluginFolders: [], extraCa: null },
    () => {},
  )
  const connectors = assembleConnectors({
    ...{ db, requestDb: db, files, plugins, secrets },
    publicUrl: 'https://chowk.example',
    config: { appAddresses, brandName: 'Chowk' },
    outbound: { open: secrets.open },
    readDocument: async () => Promise.reject(new Error('No document is read here')),
    log: { warn: () => {} },
  })
  return { db, files, secrets, connectors }
}
