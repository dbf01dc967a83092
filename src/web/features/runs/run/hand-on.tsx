import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { APPROVAL_LINKS } from '#contract/runs/approval-link-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface OfWait {
  runId: string
  waitId: string
}

/** Lets someone without an account answer: by a link that is mailed, or passed on by oneself. */
export function HandOn(of: OfWait) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Ask someone else')}</Button>
      {isOpen && <HandOnDialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

type Way = 'email' | 'link'

const nameRule: Rule = (value) => (value.trim() === '' ? t('Enter who it is for') : undefined)

function HandOnDialog({ runId, waitId, onClose }: OfWait & { onClose: () => void }) {
  const form = useId()
  const [way, setWay] = useState<Way>('email')
  const [url, setUrl] = useState<string | null>(null)
  const email = useField(emailRule)
  const name = useField(nameRule)
  const field = way === 'email' ? email : name
  const make = useAction(async () => {
    const value = field.value.trim()
    const body = way === 'email' ? { email: value } : { name: value }
    try {
      const made = await call('createApprovalLink', { params: { id: runId, wait_id: waitId }, body })
      setUrl(made.url)
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem(way === 'email' ? 'email' : 'name') : undefined
      if (problem !== undefined) return field.refuse(problem)
      throw error
    }
    field.clear()
    await refresh('listApprovalLinks')
    if (way === 'email') notify({ type: 'success', title: t('The link was sent') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (field.check()) void make.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Ask someone else')}
      description={t(
        'They see exactly what is asked and answer without signing in. The link works for one answer, for {days} days.',
        { days: String(APPROVAL_LINKS.days) },
      )}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <form id={form} noValidate onSubmit={submit} className="grid gap-4">
          <Segmented
            label={t('How they get it')}
            value={way}
            segments={[
              { value: 'email', label: t('By email') },
              { value: 'link', label: t('I’ll pass it on') },
            ]}
            onChange={(next) => setWay(next as Way)}
          />
          {way === 'email' ? (
            <TextField {...email.input} type="email" label={t('Email')} />
          ) : (
            <TextField
              {...name.input}
              label={t('Who it is for')}
              help={t('Recorded with their answer.')}
              maxLength={APPROVAL_LINKS.name_chars}
            />
          )}
          {make.error !== null && <Callout tone="bad">{friendly(make.error)}</Callout>}
          <Button className="w-fit" type="submit" variant="primary" busy={make.busy && t('Sending...')}>
            {way === 'email' ? t('Send link') : t('Make link')}
          </Button>
        </form>
        {url !== null && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p>{t('Copy it now. It is shown once.')}</p>
            <CodeBlock code={url} label={t('Link')} />
          </div>
        )}
        <OpenLinks runId={runId} waitId={waitId} />
      </div>
    </Dialog>
  )
}

function OpenLinks({ runId, waitId }: OfWait) {
  const { data } = useQuery(q('listApprovalLinks', { params: { id: runId, wait_id: waitId } }))
  const withdraw = useAction(async (link: string) => {
    await call('withdrawApprovalLink', { params: { id: runId, wait_id: waitId, link_id: link } })
    await refresh('listApprovalLinks')
  })
  if (!data || data.items.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-medium">{t('Open links')}</h3>
      <ul className="divide-y divide-line">
        {data.items.map(({ id, recipient, mailed, expires_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-[1_1_10rem]">
              <p className="truncate" title={recipient}>
                <bdi>{recipient}</bdi>
              </p>
              <p className="text-muted text-xs">
                {mailed ? t('By email') : t('Passed on')} · {t('Expires')} <RelativeTime time={expires_at} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={t('Withdraw the link for {name}', { name: recipient })}
              busy={withdraw.busy && t('Withdrawing...')}
              onClick={() => void withdraw.run(id)}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      {withdraw.error !== null && <Callout tone="bad">{friendly(withdraw.error)}</Callout>}
    </section>
  )
}
