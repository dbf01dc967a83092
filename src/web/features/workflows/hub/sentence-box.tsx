import { Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Proposal } from '#contract/workflows/workflow-proposals.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { bringProposalRequest } from '#web/canvas/model/draft/proposal-requests.ts'
import { TemplateCard } from '#web/features/workflows/templates/template-card.tsx'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { useFeatureReason } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

const DRAFT = 'workflow-sentence'
const MOST = 2000

/** A workflow from a sentence: with a model its proposal opens on the canvas, without one the nearest templates stand below. */
export function SentenceBox() {
  const navigate = useNavigate()
  const [sentence, setSentence] = useState(() => readDraft(DRAFT).sentence ?? '')
  const [found, setFound] = useState<Proposal | null>(null)
  const asking = useAction(async () => {
    const wanted = sentence.trim()
    const proposal = await call('proposeWorkflow', { body: { sentence: wanted } })
    if (proposal.by === 'none') return setFound(proposal)
    const name = proposal.name || t('Untitled workflow')
    const { id } = await call('createWorkflow', { body: { name, description: wanted } })
    bringProposalRequest(id, { sentence: wanted, proposal })
    keepDraft(DRAFT, null)
    await refresh('listHub', 'listWorkflows')
    await navigate(paths.designer(id))
  })
  const type = (text: string) => {
    setSentence(text)
    keepDraft(DRAFT, text === '' ? null : { sentence: text })
  }
  const short = sentence.trim().length < 3
  const off = useFeatureReason('workflow_proposals')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!short && off === undefined) void asking.run()
  }
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="grid gap-3 surface-card p-4 sm:p-5">
        <TextArea
          label={t('Describe what it should do')}
          rows={2}
          maxLength={MOST}
          value={sentence}
          placeholder={t('Read incoming invoices and tell me which are above one lakh')}
          onChange={(event) => type(event.target.value)}
        />
        {asking.error !== null && <Callout tone="bad">{friendly(asking.error)}</Callout>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            icon={<Sparkles aria-hidden="true" />}
            busy={asking.busy && t('Looking...')}
            reason={off ?? (short ? t('Describe in one sentence what it should do') : undefined)}
          >
            {t('Propose workflow')}
          </Button>
          <p className="text-muted text-base">{t('You’ll see it on the canvas and accept or reject each part.')}</p>
        </div>
      </form>
      {found && <Nearest proposal={found} />}
    </div>
  )
}

function Nearest({ proposal: { reason, templates } }: { proposal: Proposal }) {
  return (
    <section aria-label={t('Nearest templates')} className="grid gap-3">
      <p role="status" className="text-muted">
        {reason}
        {templates.length === 0 && ` ${t('None match. Try other words or start blank.')}`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {templates.map((template) => (
          <TemplateCard key={template.id} template={template} />
        ))}
      </div>
      <div>
        <LinkButton href={paths.workflowTemplates()}>{t('Browse all templates')}</LinkButton>
      </div>
    </section>
  )
}
