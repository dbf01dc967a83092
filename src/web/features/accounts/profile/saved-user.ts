import type { User } from '#contract/accounts/users.ts'
import { session } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

/** Shows what the server made of a change, here and wherever the name and the picture of the user stand. */
export async function showSaved(saved: User): Promise<void> {
  queryClient.setQueryData(['getProfile', {}], saved)
  await session.refresh()
}
