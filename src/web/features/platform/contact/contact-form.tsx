import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CONTACT_LIMITS, type ContactTopic } from '#contract/platform/contact-topics.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { emailRule, nameRule } from '#web/parts/accounts/identity/rules.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { planOptions, topicOptions } from './topics.ts'

const DRAFT = 'contact'

const messageRule: Rule = (value) => {
  if (value.trim() === '') return t('Message is required')
  return value.trim().length > CONTACT_LIMITS.message
    ? t('Message must be at most {most} characters', { most: formatNumber(CONTACT_LIMITS.message) })
    : undefined
}

/** The fields, with what was typed here before, else what the account says of the sender. */
function useFields() {
  const user = useUser()
  const name = useField(nameRule)
  const email = useField(emailRule)
  const message = useField<HTMLTextAreaElement>(messageRule)
  const [restored, setRestored] = useState(false)
  // After the page is taken over: what is drawn ahead knows neither the tab nor the person.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const draft = readDraft(DRAFT)
    name.set(name.value || (draft.name ?? user?.display_name ?? ''))
    email.set(email.value || (draft.email ?? user?.email ?? ''))
    message.set(message.value || (draft.message ?? ''))
    setRestored(true)
  }, [])
  const values = { name: name.value, email: email.value, message: message.value }
  useEffect(() => {
    if (restored) keepDraft(DRAFT, values)
  })
  return { name, email, message }
}

export function ContactForm({ topic, plan, help }: { topic: ContactTopic; plan: string | null; help: string }) {
  const navigate = useNavigate()
  const { name, email, message } = useFields()
  const live = useInBrowser()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const at = (nextTopic: string, nextPlan: string | null) =>
    paths.contact(nextTopic, nextTopic === 'sales' ? nextPlan : null)
  const go = (to: string) => void navigate(to, { replace: true, preventScrollReset: true })

  const refuse = (error: unknown) => {
    const problem = (field: string) => (error instanceof ApiError ? error.problem(field) : undefined)
    const named = Object.entries({ message, email, name }).filter(([field]) => problem(field) !== undefined)
    for (const [field, input] of named) input.refuse(problem(field) ?? '')
    if (named.length === 0) setFailure(friendly(error))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Checked from the last to the first, so that the first problem has the focus.
    const fits = [message, email, name].map((field) => field.check())
    if (busy || fits.includes(false)) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { topic, plan, name: name.value, email: email.value, message: message.value }
      const { reference } = await call('contact', { body })
      // The person stays known to the form, what was said is sent.
      message.clear()
      keepDraft(DRAFT, { name: name.value, email: email.value })
      void navigate(at(topic, plan), { state: { reference, email: email.value }, preventScrollReset: true })
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      // Until the drawn page is taken over it would lose what is typed.
      inert={!live}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {failure && (
        <Callout tone="bad" title={t('Your message couldn’t be sent')}>
          {failure} {t('Your text is still here.')}
        </Callout>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('What is it about?')}
          value={topic}
          options={topicOptions()}
          disabled={busy}
          onChange={(event) => go(at(event.target.value, plan))}
        />
        {topic === 'sales' && (
          <Select
            label={t('Plan')}
            value={plan ?? ''}
            options={planOptions()}
            disabled={busy}
            onChange={(event) => go(at(topic, event.target.value))}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('Name')} name="name" autoComplete="name" readOnly={busy} {...name.input} />
        <TextField label={t('Email')} type="email" name="email" autoComplete="email" readOnly={busy} {...email.input} />
      </div>
      <TextArea label={t('Message')} name="message" rows={8} help={help} readOnly={busy} {...message.input} />
      <div>
        <Button type="submit" variant="primary" size="lg" busy={busy && t('Sending...')}>
          {t('Send message')}
        </Button>
      </div>
    </form>
  )
}
