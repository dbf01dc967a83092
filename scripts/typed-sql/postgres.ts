/** Asks Postgres what a statement is, without running it: `Parse` and `Describe` of its protocol, as a driver sends them before it executes. */
import pg from 'pg'

export interface Column {
  name: string
  dataTypeID: number
  /** Of the column of a table that it is; 0 for anything computed. */
  tableID: number
  columnID: number
}

export type Description =
  | { columns: readonly Column[] }
  /** `position`: the character at which Postgres stopped, from 0; null when it says none. */
  | { refused: string; position: number | null }

/** The part of pg's connection that is used; @types/pg leaves it out. */
interface Wire {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

/** One round trip; pg calls these methods with what comes back. */
class Describe {
  readonly #text: string
  readonly #done: (description: Description) => void
  #found: Description = { columns: [] }

  constructor(text: string, done: (description: Description) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: Wire): void {
    connection.parse({ text: this.#text, name: '', types: [] })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#found = { columns: fields }
  }

  /** pg forgets the query then, and does not call `handleReadyForQuery`. */
  handleError(error: pg.DatabaseError): void {
    this.#done({ refused: error.message, position: error.position ? Number(error.position) - 1 : null })
  }

  handleReadyForQuery(): void {
    this.#done(this.#found)
  }
}

export const describeStatement = (client: pg.ClientBase, text: string): Promise<Description> =>
  new Promise((resolve) => {
    client.query(new Describe(text, resolve) as unknown as pg.Submittable)
  })

/** What a column is in JavaScript, as the parsers of the product make it. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | 'null'
  | { listOf: Kind }
  | { other: string }

const SAMPLES: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-02',
  timestamp: '2026-01-02 03:04:05',
  timestamptz: '2026-01-02 03:04:05+00',
  interval: '1 day',
}

/** The kinds of the database's types, by their oid. */
export async function readKinds(client: pg.ClientBase): Promise<(oid: number) => Kind> {
  const { rows } = await client.query<{ oid: number; name: string; element: string | null; category: string }>(
    `select t.oid::int, t.typname as name, e.typname as element, t.typcategory as category
     from pg_type t left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem`,
  )
  const kinds = new Map(rows.map((row) => [row.oid, kindOf(row)]))
  return (oid) => kinds.get(oid) ?? { other: `type ${oid}` }
}

function kindOf({
  oid,
  name,
  element,
  category,
}: {
  oid: number
  name: string
  element: string | null
  category: string
}): Kind {
  if (name === 'json' || name === 'jsonb') return 'json'
  const sample = (type: string, kind: string) => SAMPLES[type] ?? (kind === 'N' ? '1' : 'x')
  const parse = pg.types.getTypeParser(oid, 'text') as (text: string) => unknown
  if (element === null) return kindOfValue(parse(sample(name, category)), name)
  const numeric = /^(int|float|numeric)/.test(element)
  const list = parse(`{${element === 'json' || element === 'jsonb' ? '1' : sample(element, numeric ? 'N' : 'S')}}`)
  // Without a parser of its own a list arrives as the text that Postgres writes.
  if (!Array.isArray(list)) return 'string'
  return { listOf: element === 'json' || element === 'jsonb' ? 'json' : kindOfValue(list[0], element) }
}

function kindOfValue(value: unknown, name: string): Kind {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : { other: name }
}
