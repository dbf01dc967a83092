import type { AgentSteps } from '#graph/custom-agent/read-agent.ts'
import { NodeFields } from '#web/canvas/panels/settings/node-fields.tsx'
import { t } from '#web/lib/language.ts'
import { Section } from './section.tsx'

const DEFAULT_MESSAGES = 10

/** What the agent knows of the conversation. */
export function MemorySection({ steps: { chat, agent } }: { steps: AgentSteps }) {
  const { remember = DEFAULT_MESSAGES } = chat.config
  const summary = `${remember === 1 ? t('1 message') : t('{remember} messages', { remember: String(remember) })}${agent.config.summary === true ? t(' and a summary') : ''}`
  return (
    <Section
      title={t('Memory')}
      summary={summary}
      problems={[
        `${chat.id}.remember`,
        `${agent.id}.history_tokens`,
        `${agent.id}.summary`,
        `${agent.id}.person_memory`,
      ]}
    >
      <NodeFields node={chat} names={['remember']} />
      <NodeFields node={agent} names={['history_tokens', 'summary', 'person_memory']} />
    </Section>
  )
}
