/** n8n's conversations kept in Postgres: read before the agent and added to behind it, in the table and the form that n8n has. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { ANSWERER, type Before, KEEP_INPUT, type OpenSlot } from './mapped.ts'
import type { Step } from './read.ts'
import { credentialSlot } from './slots.ts'
import type { StepReader } from './step-reader.ts'
import { kept } from './vector-parts.ts'

export interface PostgresMemory {
  before: Before[]
  after: Before[]
  /** The conversation so far, as an expression. */
  data: string
}

const SPOKEN =
  '[$reverse([$input.rows]).message.{"role": type = "human" ? "person" : "workflow", "text": $exists(content) ? content : data.content}]'

/** Null where the table is not named. @param task what the agent is asked, with what came in as `kept` reads it */
export function postgresMemory(reader: StepReader, memory: Step, task: string): PostgresMemory | null {
  const { parameters } = memory
  const named = readTextAt(parameters, 'tableName') ?? 'n8n_chat_histories'
  if (named.startsWith('=') || named === '') return null
  const table = named
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""').slice(0, 63)}"`)
    .join('.')
  const own = readTextAt(parameters, 'sessionIdType') === 'customKey' ? readAt(parameters, 'sessionKey') : undefined
  const session = kept(reader.text(own ?? '={{ $json.sessionId }}', 'sessionKey'))
  const length = readAt(parameters, 'contextWindowLength')
  const turns = typeof length === 'number' && length >= 1 ? Math.min(50, Math.round(length)) : 5
  const slot: OpenSlot = credentialSlot(memory, 'postgres', memory.name) ?? {
    field: 'credential',
    type: 'postgres',
    name: memory.name,
  }
  const query = (
    title: string,
    text: string,
    mode: 'read' | 'write',
    parameters?: JsonObject['parameters'],
  ): Before => ({
    type: 'postgres_query',
    title,
    config: { query: text, mode, ...(parameters !== undefined && { parameters }) },
    slot,
  })
  const create = `create table if not exists ${table} (id serial primary key, session_id varchar(255) not null, message jsonb not null)`
  const select = `select message from ${table} where session_id = $1 order by id desc limit $2`
  const insert = `insert into ${table} (session_id, message) values ($1, $2::jsonb), ($1, $3::jsonb)`
  const message = (type: string, content: string): JsonObject => ({
    type,
    content,
    additional_kwargs: {},
    response_metadata: {},
  })
  return {
    before: [
      KEEP_INPUT,
      query('The table of conversations', create, 'write'),
      query('The conversation so far', select, 'read', [session, 2 * turns]),
    ],
    after: [
      query('Keep the conversation', insert, 'write', [
        session,
        message('human', task),
        message('ai', `{{ $nodes.${ANSWERER}.text }}`),
      ]),
    ],
    data: `{{ ${SPOKEN} }}`,
  }
}
