import { Particular } from '#web/app/shell/particular.tsx'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Article, type ArticleSection } from './article.tsx'
import { GrievanceFacts } from './facts.tsx'
import { SALE } from './terms-of-sale.tsx'
import { USE } from './terms-of-use.tsx'

const LEGAL: readonly ArticleSection[] = [
  {
    id: 'service',
    title: 'The service, and changes to it',
    body: (
      <p>
        We keep the service running with the care of a professional, and an answered write is not lost. We do not
        promise that it never stops: maintenance, faults of others and force majeure happen. We may change features;
        what you paid for is not taken away during the period you paid for, or you get the rest of your money back.
        Third parties that an agent uses (models, connected systems) work under their own terms.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Suspension and ending',
    body: (
      <p>
        You may leave at any time. We may end or suspend an account that breaks these terms, does not pay, or puts
        others at risk: with notice and time to put it right where that is reasonable, at once where it is not. After
        the end you can export your data for 30 days, unless the law forbids it. Sections that by their nature go on
        (money owed, liability, disputes) go on.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We answer without limit for intent, for gross negligence, for death or injury we cause, and wherever the law
          allows no limit. Otherwise our liability for all claims of a year is limited to what you paid us in the twelve
          months before the claim, or ₹10,000 if that is more, and we do not answer for lost profit, or for a decision
          made on a result that nobody qualified had checked.
        </p>
        <p>
          If you publish or use something that infringes another’s rights, you keep us free of the claims that follow.
          As an intermediary we rely on section 79 of the Information Technology Act, 2000. Nothing in these terms
          limits a right that the Consumer Protection Act, 2019 gives a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'grievances',
    title: 'Complaints and grievances',
    body: (
      <>
        <p>
          Write to support first: <TextLink href={paths.contact('help')}>contact form</TextLink> or{' '}
          <Particular of="support_email" />. You get a ticket number with which you can follow your complaint. If that
          does not help, write to the grievance officer:
        </p>
        <GrievanceFacts />
        <ul>
          <li>
            A consumer’s complaint is acknowledged within 48 hours and redressed within one month of its receipt (rule
            4(5), Consumer Protection (E-Commerce) Rules, 2020).
          </li>
          <li>
            A complaint about content is acknowledged within 24 hours and decided within 15 days, and within 72 hours
            when it asks for removal under rule 3(1)(b) (rule 3(2), IT Rules, 2021).
          </li>
          <li>
            About personal data, use the topic{' '}
            <TextLink href={paths.contact('privacy')}>Privacy and personal data</TextLink>; the{' '}
            <TextLink href={`${paths.privacy()}#rights`}>Privacy Policy</TextLink> says what you can ask for.
          </li>
        </ul>
        <p>The National Consumer Helpline is 1915.</p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Law, courts and changes of these terms',
    body: (
      <>
        <p>
          Indian law applies. Courts at <Particular of="courts" /> decide; a consumer may also go to the commission
          where they live or work. Before going to court both sides try for 30 days to settle.
        </p>
        <p>
          When we change these terms we say so in the product and by email at least 30 days before, and show what
          changed. Who does not agree can leave by then and gets back what is paid for the time after. If a part does
          not hold, the rest does. The English text decides.
        </p>
      </>
    ),
  },
]

const SECTIONS = [...USE, ...SALE, ...LEGAL]

export function Component() {
  return (
    <Article
      title={t('Terms of Service')}
      lead={`What you can expect of ${brand}, and what we expect of you, in words meant to be read.`}
      isBinding
      updated="2026-11-20"
      sections={SECTIONS}
    />
  )
}
