import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import { changeTools } from '#graph/custom-agent/change-agent.ts'
import { handsOver } from '#graph/custom-agent/hand-over.ts'
import { knowledgeOf } from '#graph/custom-agent/knowledge.ts'
import type { Prompt } from '#graph/custom-agent/prompt.ts'
import { type AgentSteps, readAgent } from '#graph/custom-agent/read-agent.ts'
import { NodeFields } from '#web/canvas/panels/settings/node-fields.tsx'
import type { OperationOf } from '#web/canvas/panels/settings/use-node-form.ts'
import { t } from '#web/lib/language.ts'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ApiSection } from './api-section.tsx'
import { CuratedSection } from './curated-section.tsx'
import { GuardrailFields } from './guardrail-fields.tsx'
import { KnowledgeFields } from './knowledge-fields.tsx'
import { MemorySection } from './memory-section.tsx'
import { InstructionsField, PurposeField } from './prompt-fields.tsx'
import { Section } from './section.tsx'
import { SkillSection } from './skill-section.tsx'
import { useAgentEdits } from './use-agent.ts'

const MODEL_FIELDS = ['model', 'fallback_model', 'max_cost_paise', 'max_tokens', 'max_output_tokens', 'temperature']
const formChoices = () => [
  { value: 'text', label: t('Text') },
  { value: 'form', label: t('Fixed fields') },
]
/** What an answer in a form begins with. */
const FIRST_SCHEMA = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }

const count = (value: unknown, one: string, many: (count: number) => string): string => {
  const items = Array.isArray(value) ? value.length : 0
  return items === 0 ? t('None') : items === 1 ? one : many(items)
}
const planSummary = ({ plan, plan_shown }: JsonObject): string =>
  plan !== true ? t('Off') : plan_shown === true ? t('Shown to everyone') : t('On')
const brief = (text: unknown): string => (typeof text === 'string' ? (text.split('\n')[0] ?? '') : '')

const changeOfTools: OperationOf = (document, config) => {
  const found = readAgent(document)
  return found.fits ? changeTools(document, found.steps, config) : null
}

/** Everything an agent is made of. */
export function Parts({ id, steps, prompt }: { id: WorkflowId; steps: AgentSteps; prompt: Prompt }) {
  const edits = useAgentEdits()
  const { agent, chat } = steps
  const isForm = steps.answer?.type === 'choose_fields'
  const at = (...fields: string[]) => fields.map((field) => `${agent.id}.${field}`)
  const guards = [prompt.topics.length > 0, prompt.cites, steps.check !== null, steps.cover !== null].filter(Boolean)
  return (
    <div>
      <Section title={t('Purpose and instructions')} summary={brief(prompt.purpose)} open problems={at('system')}>
        <PurposeField prompt={prompt} edits={edits} />
        <InstructionsField prompt={prompt} edits={edits} />
      </Section>
      <Section
        title={t('Knowledge')}
        summary={count(knowledgeOf(agent), t('1 knowledge base'), (items) =>
          t('{count} knowledge bases', { count: items }),
        )}
        open={knowledgeOf(agent).length === 0}
      >
        <KnowledgeFields agent={agent} edits={edits} />
      </Section>
      <Section title={t('Greeting and starters')} summary={brief(chat.config.greeting)} problems={[`${chat.id}.`]}>
        <NodeFields node={chat} names={['greeting', 'starters']} />
      </Section>
      <Section
        title={t('Model')}
        summary={agent.config.model ? t('Chosen') : t('Default')}
        problems={at(...MODEL_FIELDS)}
      >
        <NodeFields node={agent} names={MODEL_FIELDS} />
      </Section>
      <Section
        title={t('Tools')}
        summary={count(agent.config.tools, t('1 tool'), (items) => t('{count} tools', { count: items }))}
        problems={at('tools')}
      >
        <NodeFields node={agent} names={['tools', 'max_steps', 'approval_hours']} operationOf={changeOfTools} />
      </Section>
      <CuratedSection id={id} steps={steps} readOnly={edits.readOnly !== null} />
      <MemorySection steps={steps} />
      <Section title={t('Output')} summary={isForm ? t('Fixed fields') : t('Text')} problems={at('schema')}>
        <Segmented
          label={t('Form of the answer')}
          segments={formChoices()}
          value={isForm ? 'form' : 'text'}
          disabled={edits.readOnly !== null}
          onChange={(form) => edits.form(form === 'form' ? FIRST_SCHEMA : null)}
        />
        {isForm && <NodeFields node={agent} names={['schema']} />}
        <NodeFields node={agent} names={['allowed_hosts']} />
      </Section>
      <Section
        title={t('Guardrails')}
        summary={guards.length === 0 ? t('None') : t('{count} on', { count: guards.length })}
        problems={[steps.check, steps.cover, steps.refusal].flatMap((node) => (node ? [`${node.id}.`] : []))}
      >
        <GuardrailFields steps={steps} prompt={prompt} edits={edits} />
      </Section>
      <Section title={t('Hand-over to a person')} summary={handsOver(agent) ? t('On') : t('Off')}>
        <Switch
          label={t('Can hand a chat over to a person')}
          help={t(
            'When it is asked for a person, or can’t answer. Each service chooses whether people can be reached, and answers from the inbox.',
          )}
          disabled={edits.readOnly !== null}
          checked={handsOver(agent)}
          onChange={({ target }) => edits.handOver(target.checked)}
        />
      </Section>
      <Section title={t('Plan')} summary={planSummary(agent.config)} problems={at('plan', 'plan_shown')}>
        <NodeFields node={agent} names={['plan', 'plan_shown']} />
      </Section>
      <Section
        title={t('Sub-agents')}
        summary={count(agent.config.sub_agents, t('1 sub-agent'), (items) => t('{count} sub-agents', { count: items }))}
        problems={at('sub_agents')}
      >
        <NodeFields node={agent} names={['sub_agents']} />
      </Section>
      <SkillSection agent={agent} edits={edits} />
      <ApiSection />
    </div>
  )
}
