/** Writes `src/server/platform/database/types` from a freshly migrated database. Run after adding a migration; `npm run check` compares. */
import kanel from 'kanel'
import { makeKyselyHook } from 'kanel-kysely'
import { withMigratedDatabase } from './migrated-database.ts'

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

/** The types that the pool reads as numbers, of those that ids have. */
const NUMBERS = new Set(['pg_catalog.int8', 'pg_catalog.int4', 'pg_catalog.int2'])

const pascal = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Generates the types into `outputPath`. */
async function writeDatabaseTypes(outputPath: string): Promise<void> {
  await withMigratedDatabase(async (url) => {
    await kanel.processDatabase({
      connection: url,
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
          typeDefinition: [brand ?? (NUMBERS.has(column.type.fullName) ? 'number' : 'string')],
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
  })
}

if (import.meta.main) await writeDatabaseTypes(process.argv[2] ?? 'src/server/platform/database/types')
