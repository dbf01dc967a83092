import { ArrowRight, Store } from 'lucide-react'
import { useParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CATEGORY_TEXTS } from './texts.ts'

const BEST = 8
/** Fewer that are measured make no ranking. */
const LEAST_RANKED = 3

const categoryQuery = (slug: string) => q('getCategory', { params: { id: slug } })
const allQuery = q('listCategories')
const bestQuery = (category: string) => q('listAgents', { query: { category, sort: 'quality', page_size: BEST } })

export const loader = async ({ params }: ScreenArgs) => {
  const { slug = '' } = params
  await Promise.all([load(categoryQuery(slug)), load(bestQuery(slug)), load(allQuery)])
}

/** What a category is for, the best of it by measured quality, and what people ask. */
export function Component() {
  const { slug = '' } = useParams()
  const category = useData(categoryQuery(slug))
  const { items } = useData(allQuery)
  const texts = CATEGORY_TEXTS[category.slug]
  const { name } = category
  return (
    <Page title={texts ? t(texts.title) : t('{name} agents', { name: t(name) })}>
      <PageHeader
        title={texts ? t(texts.title) : t('{name} agents', { name: t(name) })}
        crumbs={[{ label: t('Marketplace'), href: paths.marketplace() }]}
        icon={<CategoryGlyph category={category.slug} size="lg" />}
      >
        {texts ? t(texts.about) : category.description}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {texts && (
          <section aria-labelledby="jobs" className="grid gap-3">
            <h2 id="jobs" className="text-xl">
              {t('What people use them for')}
            </h2>
            <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
              {texts.jobs.map(({ job, search }) => (
                <li key={job}>
                  <Link
                    href={paths.marketplace({ search })}
                    className="inline-flex min-h-8 items-center gap-2 hover:underline"
                  >
                    <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
                    {t(job)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Best slug={category.slug} name={name} />
        {texts && (
          <section aria-labelledby="questions" className="grid gap-4 border-line border-t pt-6">
            <h2 id="questions" className="text-xl">
              {t('Questions')}
            </h2>
            <dl className="grid gap-5">
              {texts.questions.map(({ question, answer }) => (
                <div key={question} className="grid max-w-prose gap-1">
                  <dt className="font-medium">{t(question)}</dt>
                  <dd className="text-muted">{t(answer)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <nav aria-labelledby="others" className="grid gap-3 border-line border-t pt-6">
          <h2 id="others" className="text-xl">
            {t('Other categories')}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {items
              .filter((other) => other.slug !== category.slug)
              .map((other) => (
                <li key={other.slug}>
                  <LinkButton
                    size="sm"
                    href={paths.category(other.slug)}
                    icon={<CategoryGlyph category={other.slug} size="text" />}
                  >
                    {other.name}
                  </LinkButton>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </Page>
  )
}

function Best({ slug, name }: { slug: string; name: string }) {
  const { agents, total } = useData(bestQuery(slug))
  const isRanked = agents.filter(({ quality }) => quality !== null).length >= LEAST_RANKED
  return (
    <section aria-labelledby="best" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="best" className="text-xl">
          {isRanked ? t('Best by measured quality') : t('Agents')}
        </h2>
        {isRanked && (
          <p className="max-w-prose text-muted">
            {t(
              'Measured by the platform from runs, reviews, time, refunds and price. New agents without measurements come last.',
            )}
          </p>
        )}
      </div>
      {total === 0 ? (
        <EmptyState
          icon={<Store aria-hidden="true" />}
          title={t('Nothing is published here yet')}
          action={<LinkButton href={paths.createAgent()}>{t('Build the first one')}</LinkButton>}
        >
          {t('Publish the first agent in this category, and everyone who looks here will see it.')}
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {agents.map((agent) => (
              <AgentCard key={agent.id} agent={agent} />
            ))}
          </ul>
          {total > agents.length && (
            <p>
              <LinkButton href={paths.marketplace({ category: slug })} icon={<ArrowRight aria-hidden="true" />}>
                {t('All {count} {name} agents', { count: String(total), name: t(name) })}
              </LinkButton>
            </p>
          )}
        </>
      )}
    </section>
  )
}
