import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { WIDGET } from '#contract/services/widget-limits.ts'
import type { SaveServiceWidget, ServiceWidget } from '#contract/services/widgets.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { toFieldText } from '#web/lib/rupees.ts'
import { widgetSnippet } from '#web/parts/agents/listing/snippets.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { DoorForm, readDayLimits, savedTitle } from './door-form.tsx'
import { showSaved, widgetQuery } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

interface Props {
  service: ServiceDetail
  widget: ServiceWidget
}

/** The service on other sites: which may show it, for how much a day, and what goes into their pages. */
export function Widget({ service }: { service: ServiceDetail }) {
  const { data } = useQuery(widgetQuery(service.id))
  if (!data) return null
  const { enabled, token, today, daily_runs, daily_paise } = data
  return (
    <section aria-labelledby="widget" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="widget" className="text-xl">
          {t('Widget')}
        </h2>
        <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {t(
          'A button on your website opens this service for visitors. They run it under your account, within a daily budget, and see nothing about you.',
        )}
      </p>
      <FeatureNotice name="widgets" />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {token !== null && enabled && (
          <>
            <p className="tabular-nums">
              {daily_paise > 0 || today.paise > 0
                ? t('Today {done} of {most} runs, {paid} of {budget}.', {
                    done: formatNumber(today.runs),
                    most: formatNumber(daily_runs),
                    paid: formatPaise(today.paise),
                    budget: formatPaise(daily_paise),
                  })
                : t('Today {done} of {most} runs.', { done: formatNumber(today.runs), most: formatNumber(daily_runs) })}
            </p>
            <Snippet service={service} token={token} />
          </>
        )}
        <Settings key={JSON.stringify(data)} service={service} widget={data} />
      </Card>
    </section>
  )
}

function Snippet({ service, token }: { service: ServiceDetail; token: string }) {
  const [asking, setAsking] = useState(false)
  const renew = useAction(async () => {
    const saved = await call('renewServiceWidget', { params: { id: service.id } })
    await showSaved(widgetQuery(service.id), saved)
    setAsking(false)
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <p className="text-muted text-base">
        {fill(
          t('Paste this before {tag} of your pages. With {attribute} you can change the button’s label “Ask”.', {
            tag: '{tag}',
            attribute: '{attribute}',
          }),
          { tag: <code>&lt;/body&gt;</code>, attribute: <code>data-label="…"</code> },
        )}
      </p>
      <div className="w-full">
        <CodeBlock code={widgetSnippet(window.location.origin, token)} label={t('HTML of the widget')} />
      </div>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('Create new token')}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Create new token?')}
          keep={t('Cancel')}
          act={t('Create new token')}
          busy={renew.busy && t('Creating...')}
          onAct={() => void renew.run()}
          failure={renew.error !== null && friendly(renew.error)}
        >
          <p>{t('Pages with the current token will stop showing the widget until you replace it.')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const lines = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''))
    .filter(Boolean)

const FIELDS = ['title', 'greeting', 'domains', 'daily_runs', 'daily_paise'] as const

/** The current values of the fields. */
interface Entered {
  title: string
  greeting: string
  domains: string
  runs: string
  rupees: string
}

const enteredOf = (widget: ServiceWidget): Entered => ({
  title: widget.title,
  greeting: widget.greeting,
  domains: widget.domains.join('\n'),
  runs: String(widget.daily_runs),
  rupees: toFieldText(widget.daily_paise),
})

type Problems = Partial<Record<(typeof FIELDS)[number], string>>

/** What is to be saved, or what is wrong with it. */
function read({ title, greeting, domains, runs, rupees }: Entered): SaveServiceWidget | { wrong: Problems } {
  const { wrong: wrongLimits, ...limits } = readDayLimits({ runs, rupees })
  const wrong = {
    ...(title.trim() === '' && { title: t('Enter a title') }),
    ...wrongLimits,
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  return { title, greeting, domains: lines(domains), ...limits }
}

function Settings({ service, widget }: Props) {
  const [entered, setEntered] = useState(() => enteredOf(widget))
  const [wrong, setWrong] = useState<Problems>({})
  const save = useAction(async (body: SaveServiceWidget) => {
    const saved = await call('saveServiceWidget', { params: { id: service.id }, body })
    await showSaved(widgetQuery(service.id), saved)
    notify({ type: 'success', title: savedTitle(widget.enabled, saved.enabled) })
  })
  const submit = (change: SaveServiceWidget) => {
    const found = read(entered)
    setWrong('wrong' in found ? found.wrong : {})
    if (!('wrong' in found)) void save.run({ ...found, ...change })
  }
  const errorAt = (field: (typeof FIELDS)[number]) => wrong[field] ?? problemAt(save.error, field)
  return (
    <DoorForm service={service} enabled={widget.enabled} fields={FIELDS} save={save} onSubmit={submit}>
      <Fields entered={entered} errorAt={errorAt} onChange={setEntered} />
    </DoorForm>
  )
}

interface FieldsProps {
  entered: Entered
  errorAt: (field: (typeof FIELDS)[number]) => string | undefined
  onChange: (entered: Entered) => void
}

function Fields({ entered, errorAt, onChange }: FieldsProps) {
  const { widget_runs_per_hour: perHour } = useRuntimeLimits()
  return (
    <>
      <TextArea
        label={t('Allowed sites')}
        help={t('One per line: example.com, or *.example.com for all subdomains. Browsers block it everywhere else.')}
        rows={3}
        value={entered.domains}
        spellCheck={false}
        error={errorAt('domains')}
        onChange={({ target }) => onChange({ ...entered, domains: target.value })}
      />
      <TextField
        label={t('Title')}
        help={t('Shown at the top of the widget.')}
        value={entered.title}
        maxLength={WIDGET.title_chars}
        error={errorAt('title')}
        onChange={({ target }) => onChange({ ...entered, title: target.value })}
      />
      <TextArea
        label={t('Greeting')}
        optional
        rows={2}
        value={entered.greeting}
        maxLength={WIDGET.greeting_chars}
        error={errorAt('greeting')}
        onChange={({ target }) => onChange({ ...entered, greeting: target.value })}
      />
      <TextField
        label={t('Runs per day')}
        help={t('For all visitors together. Each visitor can start {count} per hour.', {
          count: formatNumber(perHour),
        })}
        inputMode="numeric"
        value={entered.runs}
        error={errorAt('daily_runs')}
        onChange={({ target }) => onChange({ ...entered, runs: target.value })}
      />
      <TextField
        label={t('Daily budget (₹)')}
        help={t('Maximum cost of visitors’ runs, including AI models. 0 for free agents.')}
        inputMode="decimal"
        value={entered.rupees}
        error={errorAt('daily_paise')}
        onChange={({ target }) => onChange({ ...entered, rupees: target.value })}
      />
    </>
  )
}
