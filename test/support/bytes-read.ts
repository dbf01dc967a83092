/** What the database sends to this process. */
import type { Pool } from '#server/platform/database/pool.ts'

interface Client {
  connection: { stream: { bytesRead: number } }
}

const bytesOf = (pool: Pool): number =>
  (pool as unknown as { _clients: Client[] })._clients.reduce((sum, one) => sum + one.connection.stream.bytesRead, 0)

/** Bytes that came over the connections of the pool while the work lasted. */
export async function bytesRead(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const before = bytesOf(pool)
  await work()
  return bytesOf(pool) - before
}
