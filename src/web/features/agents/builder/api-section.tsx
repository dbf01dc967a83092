import { agentModel } from '#contract/services/openai-values.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { ByA2a } from '#web/parts/agents/listing/by-a2a.tsx'
import { ByOpenAi } from '#web/parts/agents/listing/by-openai.tsx'
import { Section } from './section.tsx'

/** The agent as its draft is, for programs of those who may edit it. */
export function ApiSection() {
  const { id } = useDraft()
  return (
    <Section title="API" summary="OpenAI SDK, A2A">
      <ByOpenAi model={agentModel(id)} source={null} />
      <ByA2a model={agentModel(id)} />
    </Section>
  )
}
