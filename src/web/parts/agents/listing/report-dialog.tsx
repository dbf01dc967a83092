import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ABUSE_REASONS, type AbuseReason, REPORT_CASES } from '#contract/agents/report-case-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const reasonTexts = (): Record<AbuseReason, string> => ({
  misleading: t('Misleading or doesn’t work as described'),
  harmful: t('Harmful or dangerous'),
  privacy: t('Misuses personal data'),
  rights: t('Copies someone’s work or brand'),
  spam: t('Spam or fraud'),
  other: t('Something else'),
})

/** Whose own agent or page it is cannot report it. */
type Reported =
  | { kind: 'agent'; id: string; name: string; owner: string }
  | { kind: 'seller'; handle: string; name: string; owner: string }

/** Reports an agent or a seller to the admins. */
export function ReportButton({ reported }: { reported: Reported }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const icon = <Flag aria-hidden="true" />
  const label = reported.kind === 'agent' ? t('Report this agent') : t('Report this seller')
  if (user === null)
    return (
      <LinkButton size="sm" variant="ghost" icon={icon} href={paths.login(pathname + search)}>
        {reported.kind === 'agent' ? t('Sign in to report this agent') : t('Sign in to report this seller')}
      </LinkButton>
    )
  if (user.id === reported.owner) return null
  return (
    <>
      <Button size="sm" variant="ghost" icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ReportDialog reported={reported} title={label} onClose={() => setOpen(false)} />}
    </>
  )
}

const send = (reported: Reported, body: { reason: AbuseReason; details: string; evidence: string }) =>
  reported.kind === 'agent'
    ? call('reportAgent', { params: { id: reported.id }, body }, { exact: true })
    : call('reportSeller', { params: { handle: reported.handle }, body }, { exact: true })

function ReportDialog({ reported, title, onClose }: { reported: Reported; title: string; onClose: () => void }) {
  const [reason, setReason] = useState<AbuseReason>('misleading')
  const [details, setDetails] = useState('')
  const [evidence, setEvidence] = useState('')
  const [tried, setTried] = useState(false)
  const report = useAction(async () => {
    await send(reported, { reason, details, evidence })
    onClose()
    notify({ type: 'success', title: t('Report sent'), message: t('We’ll tell you what was decided.') })
  })
  const problem = (field: string) => (report.error instanceof ApiError ? report.error.problem(field) : undefined)
  const submit = () => {
    setTried(true)
    if (details.trim() !== '') void report.run()
  }
  const texts = reasonTexts()
  const known = problem('details') ?? problem('evidence')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t('An admin will check it within 72 hours. The seller won’t see who reported it.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={report.busy && t('Sending...')} onClick={submit}>
            {t('Send report')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label={t('What’s wrong?')}
          value={reason}
          options={ABUSE_REASONS.map((value) => ({ value, label: texts[value] }))}
          onChange={({ target }) => setReason(ABUSE_REASONS.find((one) => one === target.value) ?? 'other')}
        />
        <TextArea
          label={t('Details')}
          rows={4}
          maxLength={REPORT_CASES.details_chars}
          error={tried && details.trim() === '' ? t('Describe what’s wrong') : problem('details')}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
        <TextField
          label={t('Evidence')}
          optional
          help={t('The ID of one of your runs, or a link.')}
          maxLength={REPORT_CASES.evidence_chars}
          error={problem('evidence')}
          value={evidence}
          onChange={({ target }) => setEvidence(target.value)}
        />
        {report.error !== null && known === undefined && <Callout tone="bad">{friendly(report.error)}</Callout>}
      </div>
    </Dialog>
  )
}
