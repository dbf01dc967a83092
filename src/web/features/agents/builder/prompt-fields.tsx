import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { PROMPT_LIMITS, type Prompt } from '#graph/custom-agent/prompt.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { PromptHistory } from './prompt-history.tsx'
import type { AgentEdits } from './use-agent.ts'

interface PartProps {
  prompt: Prompt
  edits: AgentEdits
}

export function PurposeField({ prompt, edits }: PartProps) {
  return (
    <TextArea
      label={t('Purpose')}
      help={t('One sentence: what it is for, and for whom.')}
      rows={2}
      dir="auto"
      maxLength={PROMPT_LIMITS.purpose}
      disabled={edits.readOnly !== null}
      value={prompt.purpose}
      placeholder={t('Answers patients’ questions for the front desk of a clinic')}
      onChange={({ target }) => edits.prompt({ purpose: target.value }, t('the purpose'))}
    />
  )
}

/** Values of the message that instructions may name. */
const variables = () =>
  [
    { label: t('The message'), source: '{{ $trigger.message }}' },
    { label: t('Number of earlier messages'), source: '{{ $count($trigger.history) }}' },
    { label: t('Id of the chat'), source: '{{ $trigger.session }}' },
  ] as const

export function InstructionsField({ prompt, edits }: PartProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (source: string) => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = field.current ?? {}
    const text = prompt.instructions
    edits.prompt({ instructions: text.slice(0, start) + source + text.slice(end) }, t('the instructions'))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + source.length, start + source.length)
    })
  }
  return (
    <div className="grid gap-2">
      <TextArea
        ref={field}
        label={t('Instructions')}
        help={t('How it answers: rules, tone, facts it should know.')}
        rows={6}
        dir="auto"
        maxLength={PROMPT_LIMITS.instructions}
        disabled={edits.readOnly !== null}
        value={prompt.instructions}
        placeholder={t('Answer in the language you are asked in. Be friendly and brief.')}
        onChange={({ target }) => edits.prompt({ instructions: target.value }, t('the instructions'))}
      />
      <div className="flex flex-wrap gap-2">
        <PromptHistory prompt={prompt} edits={edits} />
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={<Braces aria-hidden="true" />} disabled={edits.readOnly !== null}>
              {t('Insert variable')}
            </Button>
          }
        >
          {variables().map(({ label, source }) => (
            <MenuItem key={source} onSelect={() => insert(source)}>
              {label} <code className="font-mono text-muted text-xs">{source}</code>
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  )
}
