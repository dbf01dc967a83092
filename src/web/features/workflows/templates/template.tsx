import { Check, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import type { Template } from '#contract/workflows/workflow-templates.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { ReadOnlyDesigner } from '#web/canvas/read-only-designer.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { ResultLine } from '#web/parts/agents/listing/result-preview.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { costOf, describeNeeds } from './template-card.tsx'
import { useTemplate } from './use-template.ts'

const templateQuery = (id: string) => q('getTemplate', { params: { id } })

export const loader = ({ params }: ScreenArgs) => load(templateQuery(params.id ?? ''))

/** A template on the canvas, before it is used. */
export function Component() {
  const { id = '' } = useParams()
  const template = useData(templateQuery(id))
  const { use, busy } = useTemplate(id)
  return (
    <>
      <title>{pageTitle(t(template.name))}</title>
      <ReadOnlyDesigner
        key={id}
        name={t(template.name)}
        document={template.document}
        reason={t('This is a template. Use it to make changes.')}
        className="lg:h-[calc(100dvh-3.5rem)]"
        aside={
          <Button
            size="sm"
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            busy={busy && t('Opening...')}
            onClick={use}
          >
            {t('Use template')}
          </Button>
        }
      >
        <About template={template} />
      </ReadOnlyDesigner>
    </>
  )
}

function About({ template }: { template: Template }) {
  const { description, needs, sample, expected, category, result } = template
  const ready = needs.model !== 'needed' && needs.credentials.length === 0
  return (
    <div className="grid gap-5 p-5">
      <Breadcrumbs crumbs={[{ label: t('Templates'), href: paths.workflowTemplates({ category }) }]} />
      <p>{t(description)}</p>
      <section className="grid gap-2">
        <h2 className="text-base">{t('Requirements')}</h2>
        {ready ? (
          <p className="flex items-start gap-2 text-muted">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {needs.model === 'better'
              ? t('None. It uses rules, and works better with a language model.')
              : t('None: no model, key or external account.')}
          </p>
        ) : (
          <Callout tone="warn">
            {describeNeeds(needs)}.{' '}
            {needs.model === 'needed' && (
              <TextLink href={paths.settings('models')}>{t('Set one up in Settings')}</TextLink>
            )}
          </Callout>
        )}
        <p className="text-muted">{costOf(template)}</p>
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="text-base">{t('Sample')}</h2>
        <p className="text-muted">{t(sample.title)}</p>
        <CodeBlock
          code={JSON.stringify(sample.input, null, 2)}
          label={t('Input: {title}', { title: t(sample.title) })}
        />
      </section>
      <section className="grid gap-2">
        <h2 className="text-base">{t('Sample result')}</h2>
        <p className="text-muted">{t(expected)}</p>
        {result !== null && (
          <ul className="surface-card px-1 [&>*+*]:border-line [&>*+*]:border-t">
            {result.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never move
              <ResultLine key={index} line={line} className="min-h-10 px-2.5 py-2 text-base" words="" />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
