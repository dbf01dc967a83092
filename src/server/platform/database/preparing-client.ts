/**
 * Connections that keep what Postgres made of a statement. For a statement that is sent a thousand times a second and asks for little, parsing and
 * planning take as long as its answer. Which ones those are, they say themselves: they begin with the comment below. Not for statements
 * whose best plan depends on their values: after five times Postgres may keep one plan for all of them.
 */
import { createHash } from 'node:crypto'
import { TracedClient } from '#server/platform/tracing/traced-client.ts'

const MARK = '/* prepare */'
const names = new Map<string, string>()

/** The same name in every process; a statement that changes with a new version has another one. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Not through a pooler in transaction mode: the next statement may go to a connection that knows none of the names. */
export class PreparingClient extends TracedClient {
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !text.startsWith(MARK)) return super.query(...given)
    return super.query({ name: nameOf(text), text, values }, ...rest)
  }
}
