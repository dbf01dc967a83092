/** What an agent’s workflow says of its chat: read from the document of the version that runs. */

import { chatTriggerOf, readAgent } from '#graph/custom-agent/read-agent.ts'
import { chatTrigger } from '#nodes/types/triggers/chat-trigger.ts'
import { readDocument } from '#server/areas/workflows/workflows.ts'
import { isObject } from '#shared/json.ts'

export interface ChatSettings {
  greeting: string
  starters: string[]
  /**
   * The step whose words are the answer, while a model writes them; null where steps after it may change or cover them, or where the
   * workflow is not known to answer with them.
   */
  writes: string | null
  /** Whether the plan of the agent is shown to everyone who chats. */
  showsPlan: boolean
}

/** @returns null for what doesn’t start with a chat message */
export function chatSettingsOf(stored: unknown): ChatSettings | null {
  if (!isObject(stored as never)) return null
  const document = readDocument(stored)
  const trigger = chatTriggerOf(document)
  if (!trigger) return null
  const { greeting, starters } = chatTrigger.config.parse(trigger.config)
  const found = readAgent(document)
  const isPlain = found.fits && found.steps.cover === null && found.steps.agent.config.schema === undefined
  const showsPlan = document.nodes.some(({ type, config }) => type === 'ai_agent' && config.plan_shown === true)
  return { greeting, starters, writes: isPlain ? found.steps.agent.id : null, showsPlan }
}
