/**
 * Checks every SQL statement of the server against a freshly migrated database, in every form it can take: that Postgres accepts it, and that
 * its rows are what the code says they are. Part of `npm run check`.
 */
import type pg from 'pg'
import type ts from 'typescript-5'
import { withMigratedDatabase } from './migrated-database.ts'
import { sourceOf } from './typed-sql/compile.ts'
import { describeStatement, type Kind, readKinds } from './typed-sql/postgres.ts'
import { compareRow } from './typed-sql/row-types.ts'
import { readSource, type Source, serverFiles } from './typed-sql/source.ts'
import { readStatements, type Statement, templatesOf } from './typed-sql/statements.ts'

/** What is not checked, and why: calls in `file` whose text has `call`. One that is needed no more is reported. */
export interface Exception {
  file: string
  call: string
  reason: string
}

const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/server/gateways/sql/postgres.ts',
    call: 'client.query',
    reason: 'what people write, for databases of their own',
  },
  {
    file: 'src/server/platform/database/migrate.ts',
    call: 'migration.sql',
    reason: 'the migrations, which made the database of this check',
  },
  {
    file: 'src/server/platform/database/embedded/postgres.ts',
    call: 'create database',
    reason: 'the name of the database comes from the configuration',
  },
  {
    file: 'src/server/platform/database/listen.ts',
    call: 'listen',
    reason: 'the driver writes the name of the channel',
  },
  {
    file: 'src/server/platform/database/connections-per-caller.ts',
    call: 'client.query',
    reason: 'passes on the statements of its callers, which are checked there',
  },
  {
    file: 'src/server/platform/tracing/traced-client.ts',
    call: 'super.query',
    reason: 'passes on the statements of its callers, which are checked there',
  },
  {
    file: 'src/server/platform/database/reader.ts',
    call: '.query(text, values)',
    reason: 'passes on the statements of its callers, which are checked there',
  },
  {
    file: 'src/server/areas/accounts/sign-in/identity-work.ts',
    call: 'tx.executeQuery',
    reason: 'passes on the statements of the identity provider, which are checked there',
  },
  {
    file: 'src/server/areas/platform/account-data/export.store.ts',
    call: 'fetch',
    reason: 'the rows are those of the cursor, which Postgres knows only while it is open',
  },
  {
    file: 'src/server/areas/platform/backup/tables.store.ts',
    call: 'client.query(statement)',
    reason: 'the database itself names the tables and rules',
  },
]

/** Fewer than this were not found, whatever the reason. */
const LEAST_STATEMENTS = 1_000

export interface Report {
  statements: number
  /** Texts given to Postgres. */
  forms: number
  /** `file:line: what is wrong`, in the order of the source. */
  problems: string[]
}

export async function checkStatements(
  client: pg.ClientBase,
  source: Source,
  exceptions: readonly Exception[] = [],
): Promise<Report> {
  const visited = new Set<ts.Node>()
  const kindOf = await readKinds(client)
  const unused = new Set(exceptions)
  const report: Report = { statements: 0, forms: 0, problems: [] }
  for (const statement of readStatements(source, visited)) {
    const exception = exceptions.find((one) => isOf(one, source, statement))
    if (exception) unused.delete(exception)
    else {
      report.statements++
      report.forms += statement.forms.length
      report.problems.push(...(await check(client, source, statement, kindOf)))
    }
  }
  for (const template of templatesOf(source))
    if (!visited.has(template))
      report.problems.push(`${source.place(template)}: no statement that is checked uses this SQL`)
  for (const { file, call } of unused) report.problems.push(`${file}: nothing there needs the exception for ${call}`)
  return report
}

const isOf = ({ file, call }: Exception, source: Source, statement: Statement): boolean =>
  source.place(statement.call).startsWith(`${file}:`) && statement.call.getText().includes(call)

async function check(
  client: pg.ClientBase,
  source: Source,
  { call, forms, problem, row }: Statement,
  kindOf: (oid: number) => Kind,
): Promise<string[]> {
  const at = source.place(call)
  const found = new Set<string>()
  if (problem) found.add(`${at}: cannot be read: ${problem.reason} (${source.place(problem.node)})`)
  for (const form of forms) {
    const description = await describeStatement(client, form.sql)
    if ('refused' in description) {
      const { refused, position } = description
      const written = position === null ? null : sourceOf(form, position)
      const place = written ? source.place(written.node, written.offset) : at
      found.add(`${place}: ${refused}${place === at ? '' : ` (executed at ${at})`}`)
    } else if (row) {
      for (const difference of compareRow(source.checker, row, description.columns, kindOf))
        found.add(`${at}: ${difference}`)
    }
  }
  return [...found]
}

if (import.meta.main) {
  const source = readSource(serverFiles())
  const { statements, forms, problems } = await withMigratedDatabase(async (_url, pool) => {
    const client = await pool.connect()
    try {
      return await checkStatements(client, source, EXCEPTIONS)
    } finally {
      client.release()
    }
  })
  if (statements < LEAST_STATEMENTS) problems.push(`Only ${statements} statements were found`)
  console.log([...problems, `${statements} statements in ${forms} forms, ${problems.length} problems`].join('\n'))
  process.exit(problems.length === 0 ? 0 : 1)
}
