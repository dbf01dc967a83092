import { useQuery } from '@tanstack/react-query'
import { Bot, Plus, Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

const DRAFT = 'agent-sentence'
const MOST = 2000
/** Templates that are custom agents have this tag. */
const TAG = 'custom agent'

/** The ways to begin a custom agent: a sentence, a template, or blank. */
export function NewAgent({ hasModel }: { hasModel: boolean }) {
  const navigate = useNavigate()
  const [sentence, setSentence] = useState(() => readDraft(DRAFT).sentence ?? '')
  const templates = useQuery(q('listTemplates', { query: { search: TAG, limit: 50 } }))
  const open = async (id: string) => {
    keepDraft(DRAFT, null)
    await refresh('listHub', 'listWorkflows')
    await navigate(paths.customAgent(id))
  }
  const create = useAction(async (wanted: string | null) => {
    const made = await call('createCustomAgent', { body: wanted === null ? {} : { sentence: wanted } })
    await open(made.id)
  })
  const use = useAction(async (id: string) => open((await call('useTemplate', { params: { id }, body: {} })).id))
  const isShort = sentence.trim().length < 3
  const busy = create.busy || use.busy
  const error = create.error ?? use.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isShort && !busy) void create.run(sentence.trim())
  }
  const type = (text: string) => {
    setSentence(text)
    keepDraft(DRAFT, text === '' ? null : { sentence: text })
  }
  const agents = (templates.data?.items ?? []).filter(({ tags }) => tags.includes(TAG))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <form onSubmit={submit} className="grid gap-3">
        <TextArea
          label={t('Describe what it should do')}
          rows={2}
          maxLength={MOST}
          value={sentence}
          dir="auto"
          placeholder={t('Answers our patients’ questions about appointments and fees')}
          help={
            hasModel
              ? t('A model writes a first version. You can change every part.')
              : t('Your sentence becomes its purpose. You can change every part.')
          }
          onChange={(event) => type(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={<Sparkles aria-hidden="true" />}
            busy={create.busy && t('Creating...')}
            reason={isShort ? t('Describe in one sentence what it should do') : undefined}
          >
            {t('Create agent')}
          </Button>
          <Button icon={<Plus aria-hidden="true" />} disabled={busy} onClick={() => void create.run(null)}>
            {t('Start blank')}
          </Button>
        </div>
      </form>
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      {agents.length > 0 && (
        <section aria-labelledby="agent-templates" className="grid gap-3">
          <h3 id="agent-templates" className="text-base">
            {t('Start from a template')}
          </h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
            {agents.map(({ id, name, description }) => (
              <li key={id} className="grid">
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => void use.run(id)}
                  className="grid content-start gap-1 rounded border border-line bg-surface p-4 text-left shadow-card hover:border-control disabled:opacity-55"
                >
                  <span className="flex items-center gap-2 font-medium">
                    <Bot aria-hidden="true" className="size-4 shrink-0 text-muted" />
                    {t(name)}
                  </span>
                  <span className="text-muted text-xs">{t(description)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
