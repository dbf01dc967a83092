import { useParams, useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { baseQuery, documentsQuery, sitesQuery, sourcesQuery } from './base-queries.ts'
import { BaseSettings } from './base-settings.tsx'
import { Documents } from './documents.tsx'
import { SearchBase } from './search-base.tsx'
import { Sites } from './sites.tsx'
import { Sources } from './sources.tsx'

export const loader = async ({ params }: ScreenArgs) => {
  const id = params.id ?? ''
  const [base] = await Promise.all([load(baseQuery(id)), load(documentsQuery(id, 1)), load(sitesQuery(id))])
  // Only its owner manages them.
  if (base.role === 'owner') await load(sourcesQuery(id))
}

/** One knowledge base: its documents, websites and sources, a search that shows where each passage is, and its settings. */
export function Component() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const base = useData(baseQuery(id))
  const tab = query.get('tab')
  const isOwner = base.role === 'owner'
  const own = isOwner && (tab === 'sources' || tab === 'settings')
  const active = tab === 'search' || tab === 'websites' || own ? tab : 'documents'
  return (
    <Page title={base.name} wide={active === 'search'}>
      <PageHeader
        title={<bdi className="wrap-anywhere">{base.name}</bdi>}
        crumbs={[{ label: t('Knowledge'), href: paths.knowledge }]}
      >
        {base.description}
      </PageHeader>
      <Tabs
        label={t('Knowledge base')}
        active={active}
        tabs={[
          { key: 'documents', label: t('Documents'), href: paths.knowledgeBase(id), count: base.documents },
          { key: 'websites', label: t('Websites'), href: paths.knowledgeBase(id, 'websites') },
          ...(isOwner ? [{ key: 'sources', label: t('Sources'), href: paths.knowledgeBase(id, 'sources') }] : []),
          { key: 'search', label: t('Search'), href: paths.knowledgeBase(id, 'search') },
          ...(isOwner ? [{ key: 'settings', label: t('Settings'), href: paths.knowledgeBase(id, 'settings') }] : []),
        ]}
      />
      <div className="mt-6">
        {active === 'documents' && <Documents base={base} />}
        {active === 'websites' && <Sites base={base} />}
        {active === 'sources' && <Sources base={base} />}
        {active === 'search' && <SearchBase base={base} />}
        {active === 'settings' && <BaseSettings key={base.id} base={base} />}
      </div>
    </Page>
  )
}
