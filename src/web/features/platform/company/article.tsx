import type { ReactNode } from 'react'
import { openParticulars } from '#contract/platform/company.ts'
import { localeOf } from '#shared/language.ts'
import { useUser } from '#web/api/use-session.ts'
import { filledIn } from '#web/app/shell/company.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { currentLanguage, t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'

export interface ArticleSection {
  /** The anchor: it is linked to from elsewhere and stays. */
  id: string
  title: string
  body: ReactNode
}

export interface ArticleProps {
  title: string
  lead: ReactNode
  /** Day of the last change, ISO 8601. */
  updated: string
  sections: readonly ArticleSection[]
  /** A legal text: its English words decide, so it is in no other language. */
  isBinding?: true
}

/** A page of text: its contents with anchors, when it was last changed, and its numbered sections. Prints without what surrounds it. */
export function Article({ title, lead, updated, sections, isBinding }: ArticleProps) {
  return (
    <Page title={title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <header className="grid max-w-prose gap-3 lg:col-start-2">
          <h1 className="text-3xl">{title}</h1>
          <p className="text-lg text-muted">{lead}</p>
          <p className="text-muted text-base">
            {fill(t('Last updated {day}', { day: '{day}' }), {
              day: <time dateTime={updated}>{formatDay(updated)}</time>,
            })}
          </p>
          {isBinding && currentLanguage() !== 'en' && (
            <Callout>{t('This text is in English only: that version is the binding one.')}</Callout>
          )}
          <OperatorNote />
        </header>
        <Contents sections={sections} />
        <article lang={isBinding && localeOf('en')} className="grid gap-9 text-lg lg:col-start-2">
          {sections.map(({ id, title, body }, index) => (
            <section key={id} aria-labelledby={id} className="break-inside-avoid-page">
              <h2 id={id} className="mb-2 scroll-mt-20 text-xl">
                {index + 1}. {title}
              </h2>
              <div className="grid max-w-prose gap-3 break-words [&_h3]:mt-2 [&_h3]:font-semibold [&_h3]:text-lg [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-5">
                {body}
              </div>
            </section>
          ))}
        </article>
      </div>
    </Page>
  )
}

const Contents = ({ sections }: { sections: readonly ArticleSection[] }) => (
  <nav aria-label={t('On this page')} className="lg:row-span-2 lg:row-start-1 print:hidden">
    <div className="lg:sticky lg:top-20">
      <p className="mb-2 font-medium text-base">{t('On this page')}</p>
      <ol className="grid border-line border-l">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex min-h-7 items-center gap-1.5 border-transparent border-l py-0.5 pl-3 text-muted text-base hover:border-indigo hover:text-ink"
            >
              {index + 1}. {title}
            </a>
          </li>
        ))}
      </ol>
    </div>
  </nav>
)

/** For those who run this installation: what they still have to fill in. Nobody else is bothered with it. */
function OperatorNote() {
  const role = useUser()?.role
  const open = openParticulars(filledIn)
  if (open.length === 0 || (role !== 'admin' && role !== 'super_admin')) return null
  return (
    <div className="text-base print:hidden">
      <Callout title="Only administrators see this note">
        {open.length} details of your firm are placeholders, underlined with dashes: {open.join(', ')}. Fill them in on
        the <TextLink href={paths.adminSettings()}>settings page</TextLink>. Have your lawyer review the text before you
        open to the public.
      </Callout>
    </div>
  )
}
