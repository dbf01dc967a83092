import { LayoutTemplate } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { TemplateQuery } from '#contract/workflows/workflow-templates.ts'
import { load, q, useData } from '#web/api/query.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TemplateCard } from './template-card.tsx'

const SLUGS = ['healthcare', 'document-processing', 'finance', 'customer-service', 'general'] as const

function readState(params: URLSearchParams) {
  const search = (params.get('search') ?? '').trim().slice(0, 200)
  return { search, category: SLUGS.find((slug) => slug === params.get('category')) ?? null }
}

const templatesQuery = ({ search, category }: ReturnType<typeof readState>) => {
  const query: Partial<TemplateQuery> = { limit: 100 }
  if (search) query.search = search
  if (category) query.category = category
  return q('listTemplates', { query })
}
const categoriesQuery = q('listTemplateCategories')

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(templatesQuery(readState(url.searchParams))), load(categoriesQuery)])

/** Workflows to start from, by category and by words. */
export function Component() {
  const [params] = useSearchParams()
  const state = readState(params)
  const { items, total } = useData(templatesQuery(state))
  const categories = useData(categoriesQuery).items
  const { search, category } = state
  const address = (slug: string | null) => paths.workflowTemplates({ search, category: slug })
  const tabs = [
    {
      key: '',
      label: t('All'),
      href: address(null),
      count: categories.reduce((sum, { templates }) => sum + templates, 0),
    },
    ...categories.map(({ slug, name, templates }) => ({
      key: slug,
      label: t(name),
      href: address(slug),
      count: templates,
    })),
  ]
  return (
    <div className="p-4 md:p-6 lg:p-8">
      <Page title={t('Templates')} wide>
        <PageHeader title={t('Templates')} crumbs={[{ label: t('Workflows'), href: paths.workflows() }]}>
          {t('Complete workflows, each tested on its own sample. Preview one on the canvas, then use it.')}
        </PageHeader>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Tabs label={t('Categories')} tabs={tabs} active={category ?? ''} />
          <div className="max-w-xl">
            <TypedSearch param="search" label={t('Search templates')} placeholder={t('Describe what it should do')} />
          </div>
          <p role="status" className="text-muted tabular-nums">
            {total === 1 ? t('1 template') : t('{count} templates', { count: total })}
            {search && t(', closest to “{search}” first', { search })}
          </p>
          {items.length === 0 ? (
            <EmptyState
              icon={<LayoutTemplate aria-hidden="true" />}
              title={t('No templates match')}
              action={<LinkButton href={paths.workflowTemplates()}>{t('Show all templates')}</LinkButton>}
            >
              {t('Try other words, or start blank and add steps on the canvas.')}
            </EmptyState>
          ) : (
            <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              <h2 className="sr-only">
                {t(categories.find(({ slug }) => slug === category)?.name ?? 'All templates')}
              </h2>
              {items.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
            </div>
          )}
        </div>
      </Page>
    </div>
  )
}
