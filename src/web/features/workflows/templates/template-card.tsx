import { Bot, FileText, Globe, KeyRound, ListChecks, type LucideIcon, MessageCircle, Wallet } from 'lucide-react'
import type { TemplateSummary } from '#contract/workflows/workflow-templates.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { ResultLine } from '#web/parts/agents/listing/result-preview.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { Link } from '#web/ui/link.tsx'
import { TemplatePicture } from './template-picture.tsx'
import { useTemplate } from './use-template.ts'

/** What has to be there before it runs, in words. */
export function describeNeeds({ model, credentials }: TemplateSummary['needs']): string {
  if (credentials.length > 0) return t('Needs {names}', { names: credentials.join(', ') })
  if (model === 'needed') return t('Needs a model')
  return model === 'better' ? t('Works better with a model') : t('Ready to run')
}

/** What a run begins with. */
const STARTS: Readonly<Record<TemplateSummary['starts_with'], { icon: LucideIcon; text: () => string }>> = {
  document: { icon: FileText, text: () => t('A file or its text') },
  form: { icon: ListChecks, text: () => t('A filled-in form') },
  message: { icon: MessageCircle, text: () => t('A chat message') },
  request: { icon: Globe, text: () => t('A web request') },
}

const MODELS: Readonly<Record<TemplateSummary['needs']['model'], () => string>> = {
  none: () => t('No model'),
  better: () => t('Model optional'),
  needed: () => t('Needs a model'),
}

/** What a run costs, as far as it is known. */
export const costOf = ({ cost_paise }: Pick<TemplateSummary, 'cost_paise'>): string =>
  cost_paise === null ? t('Cost depends on your model') : t('{price} per run', { price: formatPaise(cost_paise) })

/** A template in the gallery: its name opens it on the canvas, its button begins with it. */
export function TemplateCard({ template }: { template: TemplateSummary }) {
  const { id, category, steps } = template
  const name = t(template.name)
  const { use, busy } = useTemplate(id)
  return (
    <Card as="article" flush className={`flex flex-col ${HUE_CLASSES[categoryLook(category).hue]} ${LIFTS}`}>
      <Cover template={template} />
      <div className="flex grow flex-col gap-2 border-line border-t p-4">
        <h3 className="text-lg leading-snug">
          <Link href={paths.workflowTemplate(id)} className="after:absolute after:inset-0 after:rounded-lg">
            {name}
          </Link>
        </h3>
        <p className="grow text-muted">{t(template.description)}</p>
        <Facts template={template} />
        <div className="mt-1 flex items-center justify-between gap-3">
          <span className="text-muted text-xs tabular-nums">{t('{count} steps', { count: steps.length })}</span>
          <Button size="sm" busy={busy && t('Opening...')} onClick={use}>
            {t('Use template')}
            <span className="sr-only">: {name}</span>
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** What it gave on its sample, with its steps below; its steps alone where that depends on a model. */
function Cover({ template: { result, steps, lines } }: { template: TemplateSummary }) {
  if (result === null)
    return (
      <div className="grid h-40 place-items-center rounded-t-[11px] bg-hue-soft px-4">
        <TemplatePicture steps={steps} lines={lines} />
      </div>
    )
  return (
    <div className="flex h-40 flex-col overflow-hidden rounded-t-[11px] bg-hue-soft px-4 pt-2.5">
      <p className="mb-1.5 text-muted text-xs">{t('Result of its sample')}</p>
      <ul className="grid grow grid-cols-[minmax(0,1fr)] content-start rounded-t-lg bg-surface px-1 shadow-card [&>*+*]:border-line [&>*+*]:border-t">
        {result.lines.map((line, index) => (
          <ResultLine
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never move
            key={index}
            line={line}
            className="min-h-9 px-2.5 py-1.5 text-xs"
            words={ROOM[result.lines.length]}
          />
        ))}
      </ul>
    </div>
  )
}

/** Few lines have room for more words each. */
const ROOM: Readonly<Record<number, string>> = { 1: 'line-clamp-5', 2: 'line-clamp-2' }

/** The same facts on each card, in the same order: what goes in, whether it asks a model, which accounts, what it costs. */
function Facts({ template }: { template: TemplateSummary }) {
  const { needs, starts_with } = template
  const { icon, text } = STARTS[starts_with]
  const facts: [LucideIcon, string][] = [
    [icon, text()],
    [Bot, MODELS[needs.model]()],
    [KeyRound, needs.credentials.length === 0 ? t('No accounts') : needs.credentials.join(', ')],
    [Wallet, costOf(template)],
  ]
  return (
    <ul aria-label={t('Requirements')} className="grid grid-cols-2 gap-x-3 gap-y-1 text-muted text-xs">
      {facts.map(([Icon, words]) => (
        <li key={words} className="flex min-w-0 items-start gap-1.5">
          <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {words}
        </li>
      ))}
    </ul>
  )
}
