import { agentModel } from '#contract/services/openai-values.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { ByOpenAi } from '#web/parts/agents/listing/by-openai.tsx'
import { Section } from './section.tsx'

/** The agent as its draft is, for programs of those who may edit it. */
export function ApiSection() {
  const { id } = useDraft()
  return (
    <Section title="API" summary="OpenAI SDK">
      <ByOpenAi model={agentModel(id)} source={null} />
    </Section>
  )
}
