/** Writes `src/server/platform/database/types` from a freshly migrated database. Run after adding a migration; `npm run check` compares. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import kanel from 'kanel'
import { makeKyselyHook } from 'kanel-kysely'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'

/** Tables whose ids the contract brands: the database speaks of the same types. */
const BRANDS: Record<string, string> = {
  users: 'UserId',
  agents: 'AgentId',
  agent_versions: 'AgentVersionId',
  workflows: 'WorkflowId',
  workflow_versions: 'WorkflowVersionId',
  executions: 'ExecutionId',
  services: 'ServiceId',
  files: 'FileId',
}

const pascal = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Generates the types into `outputPath`. */
export async function writeDatabaseTypes(outputPath: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-types-'))
  // Root's database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'types', settings: { fsync: 'off' }, onLost: raise })
  const pool = createPool(server.url, 1)
  try {
    await migrate(pool)
    await pool.end()
    await kanel.processDatabase({
      connection: server.url,
      schemas: ['public'],
      outputPath,
      preDeleteOutputFolder: true,
      importsExtension: '.ts',
      customTypeMap: {
        'public.citext': 'string',
        'pg_catalog.tsvector': 'string',
        'pg_catalog.int8': 'number',
        'pg_catalog.numeric': 'number',
        'pg_catalog.date': 'string',
      },
      generateIdentifierType: (column, details) => {
        const brand = BRANDS[details.name]
        return {
          declarationType: 'typeDeclaration',
          name: `${pascal(details.name)}${pascal(column.name)}`,
          exportAs: 'named',
          typeDefinition: [brand ?? 'string'],
          comment: [],
          ...(brand
            ? {
                typeImports: [
                  {
                    name: brand,
                    path: '#contract/core/primitives.ts',
                    isAbsolute: true,
                    isDefault: false,
                    importAsType: true,
                  },
                ],
              }
            : {}),
        }
      },
      preRenderHooks: [makeKyselyHook()],
      // a default export of a type alias is not allowed where module syntax is kept verbatim
      postRenderHooks: [
        (_path: string, lines: string[]) =>
          lines.map((line: string) => line.replace(/^export default (\w+);$/, 'export type { $1 as default };')),
      ],
    })
  } finally {
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeDatabaseTypes(process.argv[2] ?? 'src/server/platform/database/types')
