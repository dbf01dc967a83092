/** A person who runs an action themselves, outside of a run. */
import type { UserId } from '#contract/core/primitives.ts'
import type { ActionCaller } from '#nodes/ports.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'

export const directCaller = (owner: UserId): ActionCaller => ({
  who: { owner: { user_id: owner }, author: null, version: null },
  execution_id: null,
  idempotency_key: uuidv7(),
  progress: () => undefined,
})
