import { Sparkles } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { takeProposalRequest } from '#web/canvas/model/draft/proposal-requests.ts'
import type { ProposalRequest } from '#web/canvas/model/draft/windows.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Review } from './review.tsx'

const MOST = 2000

/** A change asked for in a sentence: what a model proposes is looked at piece by piece before any of it is done. */
export function ProposalWindow() {
  const view = useView()
  const { id } = useDraft()
  const store = view.windows.proposal
  const request = useStore(store)
  useEffect(() => {
    const brought = takeProposalRequest(id)
    if (brought) store.set(brought)
  }, [id, store])
  if (request === null) return null
  const close = () => store.set(null)
  const answered = request.proposal?.by === 'model' ? request.proposal : null
  return (
    <Dialog
      open
      size={answered ? 'full' : 'md'}
      onClose={close}
      title={answered ? t('Proposal') : t('Request a change')}
    >
      {answered ? (
        <Review proposal={answered} onClose={close} onAgain={() => store.set({ ...request, proposal: null })} />
      ) : (
        <AskForm request={request} onRequest={store.set} onClose={close} />
      )}
    </Dialog>
  )
}

function AskForm({
  request,
  onRequest,
  onClose,
}: {
  request: ProposalRequest
  onRequest: (request: ProposalRequest) => void
  onClose: () => void
}) {
  const draft = useDraft()
  const [sentence, setSentence] = useState(request.sentence)
  const asking = useAction(async () => {
    const document = draft.document.get() as unknown as JsonObject
    const proposal = await call('proposeWorkflow', { body: { sentence: sentence.trim(), document } })
    onRequest({ sentence, proposal })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sentence.trim().length >= 3) void asking.run()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t('What should change?')}
        help={t('Nothing changes until you accept it, part by part.')}
        rows={3}
        maxLength={MOST}
        value={sentence}
        onChange={(event) => setSentence(event.target.value)}
      />
      <FeatureNotice name="workflow_proposals" />
      {request.proposal && <NoModel proposal={request.proposal} />}
      {asking.error !== null && <Callout tone="bad">{friendly(asking.error)}</Callout>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button
          type="submit"
          variant="primary"
          icon={<Sparkles aria-hidden="true" />}
          busy={asking.busy && t('Asking the model...')}
          reason={sentence.trim().length < 3 ? t('Describe what it should do') : undefined}
        >
          {t('Propose')}
        </Button>
      </div>
    </form>
  )
}

/** Why there is no proposal, and what is nearest to what is begun. */
function NoModel({ proposal: { reason, templates } }: { proposal: NonNullable<ProposalRequest['proposal']> }) {
  // A whole other workflow is no answer to who wants this one changed.
  const isEmpty = useStore(useDraft().document).nodes.length === 0
  return (
    <Callout tone="neutral">
      <p>{reason}</p>
      {isEmpty && templates.length > 0 && <p className="mt-2 text-muted text-base">{t('Closest templates:')}</p>}
      <ul className="mt-1 grid gap-1">
        {(isEmpty ? templates : []).map(({ id, name }) => (
          <li key={id}>
            <TextLink href={paths.workflowTemplate(id)}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
