import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { DOC_PAGES, type DocPage, docPage, FIRST_DOC_PAGE } from '#contract/platform/docs-pages.ts'
import { load, type Query, useData } from '#web/api/query.ts'
import { NotFound } from '#web/app/errors/not-found.tsx'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Blocks } from './blocks.tsx'
import { findNeighbours, readAllSections, readBlocks, type Section } from './library.ts'
import { type Block, toPlainText } from './markdown.ts'
import { SearchResults } from './search-results.tsx'

const pageQuery = (slug: string): Query<Block[]> => ({ queryKey: ['docs', slug], queryFn: () => readBlocks(slug) })
const searchQuery: Query<Section[]> = { queryKey: ['docs'], queryFn: readAllSections }

const searchOf = (params: URLSearchParams): string => params.get('q')?.trim() ?? ''

export const loader = ({ params, url }: ScreenArgs) => {
  const page = docPage(params.page ?? FIRST_DOC_PAGE)
  return Promise.all([page && load(pageQuery(page.slug)), searchOf(url.searchParams) && load(searchQuery)])
}

/** The documentation: pages on the left, the page or what a search found in the middle, its headings on the right. */
export function Component() {
  const { page: slug = FIRST_DOC_PAGE } = useParams()
  const [params] = useSearchParams()
  const page = docPage(slug)
  if (!page) return <NotFound />
  const search = searchOf(params)
  return (
    <Page title={page.title} wide>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <div className="grid content-start gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-1">
          <TypedSearch param="q" label={t('Search the documentation')} placeholder={t('Search the docs')} />
          <Contents active={search === '' ? slug : ''} />
        </div>
        {search === '' ? <Article page={page} /> : <Found search={search} />}
      </div>
    </Page>
  )
}

const GROUPS = [...new Set(DOC_PAGES.map(({ group }) => group))]

function PageList({ active }: { active: string }) {
  return (
    <div className="grid gap-4">
      {GROUPS.map((group) => (
        <div key={group}>
          <h2 className="mb-1 px-2.5 font-medium text-muted text-xs">{group}</h2>
          <ul className="grid gap-0.5">
            {DOC_PAGES.filter((page) => page.group === group).map(({ slug, title }) => (
              <li key={slug}>
                <Link
                  href={paths.docs(slug)}
                  aria-current={slug === active ? 'page' : undefined}
                  className="flex min-h-8 items-center rounded px-2.5 py-1 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:font-medium aria-[current]:text-indigo"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Expanded next to the page; collapsed to one line on a small screen. */
function Contents({ active }: { active: string }) {
  return (
    <nav aria-label={t('Documentation')}>
      <div className="hidden lg:block">
        <PageList active={active} />
      </div>
      <details key={active} className="surface-card lg:hidden">
        <summary className="min-h-9 px-3 py-2 font-medium">{t('All pages')}</summary>
        <div className="p-2 pt-0">
          <PageList active={active} />
        </div>
      </details>
    </nav>
  )
}

function Article({ page }: { page: DocPage }) {
  const blocks = useData(pageQuery(page.slug))
  const headings = blocks.filter((block) => block.type === 'heading' && block.level === 2)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-[minmax(0,1fr)_12rem]">
      <article className="grid max-w-prose grid-cols-[minmax(0,1fr)] content-start gap-4 text-lg [&_.text-base]:text-base">
        <Blocks blocks={blocks} />
        <Turn page={page} />
      </article>
      <nav
        aria-label={t('On this page')}
        className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto xl:block"
      >
        <h2 className="mb-1 px-2.5 font-medium text-muted text-xs">{t('On this page')}</h2>
        <ul>
          {headings.map(
            (heading) =>
              heading.type === 'heading' && (
                <li key={heading.id}>
                  <a
                    href={`#${heading.id}`}
                    className="flex min-h-7 items-center rounded px-2.5 py-1 text-muted text-base hover:text-ink hover:underline"
                  >
                    {toPlainText(heading.content)}
                  </a>
                </li>
              ),
          )}
        </ul>
      </nav>
    </div>
  )
}

const turn = 'grid min-h-14 content-center surface-card px-4 py-2 hover:border-control'

function Turn({ page }: { page: DocPage }) {
  const { before, after } = findNeighbours(page.slug)
  return (
    <nav aria-label={t('Previous and next page')} className="mt-8 grid gap-3 text-base sm:grid-cols-2">
      {before && (
        <Link href={paths.docs(before.slug)} className={turn}>
          <span className="flex items-center gap-1 text-muted text-xs">
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            {t('Previous')}
          </span>
          <span className="font-medium">{before.title}</span>
        </Link>
      )}
      {after && (
        <Link href={paths.docs(after.slug)} className={`${turn} text-right sm:col-start-2`}>
          <span className="flex items-center justify-end gap-1 text-muted text-xs">
            {t('Next')}
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </span>
          <span className="font-medium">{after.title}</span>
        </Link>
      )}
    </nav>
  )
}

function Found({ search }: { search: string }) {
  return <SearchResults sections={useData(searchQuery)} search={search} />
}
