import { Particular } from '#web/app/shell/particular.tsx'
import { brand } from '#web/lib/brand.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Article, type ArticleSection } from './article.tsx'
import { GrievanceFacts, SellerFacts } from './facts.tsx'

export const PRINCIPLES = [
  {
    name: 'Evidence or nothing.',
    text: 'A finding points to the sentence, and to the place on the page, that supports it. What cannot be shown is not claimed.',
  },
  {
    name: 'Measured, not promised.',
    text: 'Speed, success and usage on a listing are measured by the platform. Sellers can’t enter them.',
  },
  { name: 'A failed run is free.', text: 'Money moves only together with a stored result.' },
  {
    name: 'The professional decides.',
    text: 'Clinical and legal results are drafts for review by a qualified person. Nothing is filed, billed or sent automatically.',
  },
  {
    name: 'Your documents are yours.',
    text: 'Each agent states what it reads, where data is sent and how long it’s kept. We don’t train models on it.',
  },
]

const sections = (): ArticleSection[] => [
  {
    id: 'what-we-do',
    title: t('What we do'),
    body: (
      <>
        <p>
          {t(
            '{brand} is a marketplace for AI agents that do one task on real documents: code a discharge summary, read a contract, pull the tables out of a report, answer a customer from your own pages. People try them, run them, and build and sell their own. A chowk is the crossroads market of an Indian town: everyone passes through, and what is offered lies open on the counter.',
            { brand },
          )}
        </p>
        <p>
          {t(
            'We are a private limited firm registered in India. Powered by AI, Built in India: the product is designed, written and supported here, priced in rupees with GST, and made for the documents that Indian clinics, law firms and offices handle every day.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'what-we-hold-to',
    title: t('Our principles'),
    body: (
      <ul>
        {PRINCIPLES.map(({ name, text }) => (
          <li key={name}>
            <strong>{t(name)}</strong> {t(text)}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'who-sells-here',
    title: t('Who sells here'),
    body: (
      <>
        <p>
          {t(
            'Agents are offered by their sellers, who are approved by us before they publish. The agents of Chowk Labs are our own. Plans, credits and payments are with the firm below.',
          )}
        </p>
        <SellerFacts />
      </>
    ),
  },
  {
    id: 'talk-to-us',
    title: t('Talk to us'),
    body: (
      <>
        <p>
          {fill(
            t(
              'Write to {email}, or use the form, which reaches the same people. If support couldn’t resolve a problem, the grievance officer answers within 48 hours. The process is described in the {terms}.',
              { email: '{email}', terms: '{terms}' },
            ),
            {
              email: <Particular of="support_email" />,
              terms: <TextLink href={`${paths.terms()}#grievances`}>{t('Terms of Service')}</TextLink>,
            },
          )}
        </p>
        <GrievanceFacts />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={paths.contact()}>{t('Contact us')}</LinkButton>
          <LinkButton href={paths.contact('enterprise')} variant="ghost">
            {t('Book a Meeting')}
          </LinkButton>
        </div>
      </>
    ),
  },
]

export function Component() {
  return (
    <Article
      title={t('About us')}
      lead={t('Who makes {brand}, our principles, and how to reach a person.', { brand })}
      updated="2026-11-20"
      sections={sections()}
    />
  )
}
