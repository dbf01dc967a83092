/** Reads what runs answered, for the conversations that they belong to. */
import { readWhole, writtenLength } from '#contract/core/json-text.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ConversationDeps } from './conversations.ts'

/** Longer outputs are for the page of the run: reading one would keep the process from everything else. */
const MOST_CHARACTERS = 1_000_000
const TOO_LARGE = 'The answer is too large to show here. Open the run to see it.'

const readOutput = async (output: Json): Promise<Json> =>
  writtenLength(output) > MOST_CHARACTERS ? TOO_LARGE : ((await readWhole(output)) as Json)

/** What conversations need, in all channels. */
export const conversationDeps = ({
  db,
  engine,
}: {
  db: Database
  engine: { result(execution_id: string, wait_ms: number): Promise<{ output: Json }> }
}): ConversationDeps => ({
  db,
  outputOf: async (id) => readOutput((await engine.result(id, 0)).output),
})
