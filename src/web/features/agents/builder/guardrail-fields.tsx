import type { ReactNode } from 'react'
import { PROMPT_LIMITS, type Prompt, UNSURE, type Unsure } from '#graph/custom-agent/prompt.ts'
import type { AgentSteps } from '#graph/custom-agent/read-agent.ts'
import { NodeFields } from '#web/canvas/panels/settings/node-fields.tsx'
import { t } from '#web/lib/language.ts'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { AgentEdits } from './use-agent.ts'

const unsureLabels = (): Record<Unsure, string> => ({
  say_so: t('Says that it doesn’t know'),
  ask_back: t('Asks one question back'),
  colleague: t('Offers a reply by a colleague'),
})

interface GuardrailProps {
  steps: AgentSteps
  prompt: Prompt
  edits: AgentEdits
}

/** What it may talk about, what it must not see or say, and what it does when it doesn’t know. */
export function GuardrailFields({ steps, prompt, edits }: GuardrailProps) {
  const disabled = edits.readOnly !== null
  const hasForm = steps.answer?.type === 'choose_fields'
  return (
    <>
      <TextArea
        label={t('Topics')}
        help={t('One per line. Leave empty to allow any topic.')}
        rows={3}
        dir="auto"
        disabled={disabled}
        value={prompt.topics.join('\n')}
        onChange={({ target }) => edits.prompt({ topics: topicsOf(target.value) }, t('the topics'))}
      />
      <Select
        label={t('When it doesn’t know')}
        disabled={disabled}
        value={prompt.unsure ?? ''}
        options={[
          { value: '', label: t('The model decides') },
          ...UNSURE.map((kind) => ({ value: kind, label: unsureLabels()[kind] })),
        ]}
        onChange={({ target }) =>
          edits.prompt({ unsure: UNSURE.find((kind) => kind === target.value) ?? null }, t('what it does when unsure'))
        }
      />
      <Switch
        label={t('Require sources')}
        help={t('It must name the document or tool that supports each statement, and quote it.')}
        disabled={disabled}
        checked={prompt.cites}
        onChange={({ target }) => edits.prompt({ cites: target.checked }, t('whether sources are required'))}
      />
      <Switch
        label={t('Check messages before the model sees them')}
        help={t('Stops personal data, blocked words and attempts to manipulate the agent.')}
        disabled={disabled}
        checked={steps.check !== null}
        onChange={({ target }) => edits.check(target.checked)}
      />
      {steps.check && (
        <Nested>
          <NodeFields node={steps.check} names={['pii', 'blocked_words', 'injection']} />
          {steps.refusal && <RefusalField steps={steps} edits={edits} />}
        </Nested>
      )}
      <Switch
        label={t('Cover personal data in answers')}
        help={
          hasForm
            ? t('For answers in text only.')
            : t('Numbers such as cards and Aadhaar are masked. The answer then appears whole, not word by word.')
        }
        disabled={disabled || hasForm}
        checked={steps.cover !== null}
        onChange={({ target }) => edits.cover(target.checked)}
      />
      {steps.cover && (
        <Nested>
          <NodeFields node={steps.cover} names={['pii']} />
        </Nested>
      )}
    </>
  )
}

const topicsOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split('\n')
        .slice(0, PROMPT_LIMITS.topics)
        .map((topic) => topic.slice(0, PROMPT_LIMITS.topic))

function RefusalField({ steps: { refusal }, edits }: Pick<GuardrailProps, 'steps' | 'edits'>) {
  if (!refusal) return null
  const { text } = refusal.config
  return (
    <TextArea
      label={t('Reply to a stopped message')}
      rows={2}
      dir="auto"
      maxLength={1000}
      disabled={edits.readOnly !== null}
      value={typeof text === 'string' ? text : ''}
      onChange={({ target }) => edits.settings(refusal, { text: target.value }, t('the reply to stopped messages'))}
    />
  )
}

const Nested = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-l-2 pl-3">{children}</div>
)
