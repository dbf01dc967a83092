import { CountingSwitch } from '#web/app/consent/counting-switch.tsx'
import { Particular } from '#web/app/shell/particular.tsx'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Article, type ArticleSection } from './article.tsx'
import { TextTable } from './facts.tsx'
import { RIGHTS } from './privacy-rights.tsx'

const PURPOSES: readonly (readonly string[])[] = [
  [
    'Account: name, email, password (as a hash), picture, role, settings',
    'To sign you in and show you your things',
    'Your consent at sign-up',
    'Until you delete the account',
  ],
  [
    'Documents you give to an agent, and results',
    'To run what you asked for and show it again',
    'Your consent when you start the run',
    'A visitor’s: 24 hours. A user’s: until deleted, for as long as chosen in Settings, or sooner where the operator has set a time',
  ],
  [
    'Runs: times, steps, errors, cost',
    'To show, bill, measure and repair',
    'Your consent when you start the run',
    'Until you delete the run or the account; charges stay as long as the law asks, and counts without content',
  ],
  [
    'Payments: plan, amount, invoice address, GSTIN, state',
    'To take payment, invoice and refund',
    'Contract and tax law',
    '8 financial years (Companies Act, s. 128; CGST Act, s. 36)',
  ],
  [
    'Sellers: legal name, address, PAN, GSTIN, bank account',
    'To name the seller, pay out and report tax',
    'Law (E-Commerce Rules; Income-tax and CGST Acts)',
    '8 financial years after the last sale',
  ],
  [
    'Messages to us and our answers',
    'To help you and to keep a record of complaints',
    'Your consent in writing to us',
    '3 years after the last message',
  ],
  [
    'Technical log: IP address, time, address called, browser',
    'To keep the service safe and find faults',
    'Legitimate use and CERT-In directions, 2022',
    '180 days',
  ],
  [
    'Analytics: which pages and features are used',
    'To improve the product',
    'Your consent in the banner; never with Do Not Track',
    '13 months',
  ],
]

const SECTIONS: readonly ArticleSection[] = [
  {
    id: 'who-decides',
    title: 'Who decides about your data',
    body: (
      <p>
        <Particular of="name" />, <Particular of="registered_office" />, is the Data Fiduciary under the Digital
        Personal Data Protection Act, 2023 for your account, payments and use of {brand}. For documents about other
        people that you process with an agent (patients, clients, customers) you are the Data Fiduciary and we are your
        Data Processor: we do with them what you start, and nothing else.
      </p>
    ),
  },
  {
    id: 'purposes',
    title: 'What we keep, why, and for how long',
    body: (
      <>
        <p>This is the notice of section 5. We ask for nothing that one of these purposes does not need.</p>
        <TextTable label="What is kept and why" header={['Data', 'Purpose', 'Ground', 'Kept']} rows={PURPOSES} />
        <p>We sell no data, show no advertising and train no models on what you give us.</p>
      </>
    ),
  },
  {
    id: 'documents',
    title: 'Where a document goes',
    body: (
      <>
        <p>
          Each agent’s page says, before you start it, what it reads, where that is sent, which model is asked and how
          long anything is kept. The agents of Chowk Labs work on this server: without a model set up by the operator
          nothing of a document leaves it. Where an agent asks a model of another company, its page names that company.
        </p>
        <p>
          Health information deserves more care than anything else here. Take names out where you can; give an agent
          only what it needs; delete the run when you have the result. Deleting a run removes its input, documents,
          steps, result and files at once, from the run’s page, the list of runs or the API, and the test cases,
          knowledge and memories made from it. Backups made before keep a copy until they expire; the confirmation says
          after how many days.
        </p>
      </>
    ),
  },
  {
    id: 'recipients',
    title: 'Who else receives data',
    body: (
      <ul>
        <li>The payment provider, Razorpay: what a payment takes. Card numbers go to it directly and never to us.</li>
        <li>Google or GitHub, when you choose to sign in with them: that you sign in here.</li>
        <li>Our mail and hosting providers, bound by contract to do only what we say.</li>
        <li>Model providers and connected systems that an agent’s page names, when you run that agent.</li>
        <li>A seller: your name on the invoice, and failures of their agent with the input taken out.</li>
        <li>Authorities, when the law compels us, and no more than it compels.</li>
      </ul>
    ),
  },
  {
    id: 'place',
    title: 'Where it is kept, and how it is protected',
    body: (
      <>
        <p>
          Data is kept in <Particular of="data_location" />. If it leaves India it goes only where section 16 of the Act
          allows. It travels encrypted; passwords and keys are stored as hashes; documents are parsed, and code of
          others run, in separate processes; people see only what is theirs; what administrators do is recorded.
        </p>
        <p>
          If personal data is breached we tell you and the Data Protection Board without delay: what happened, what it
          may mean for you, what we did and what you can do. The Board has the details within 72 hours, and CERT-In is
          told within 6 hours.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What is stored in your browser',
    body: (
      <>
        <p>
          Cookies that keep you signed in and choose the navigation of your role, and small entries for the theme, the
          language, the width of the sidebar, the choice about analytics and, for a visitor’s run, the key that opens it
          again in the same tab. There are no cookies of others. Analytics runs on our own server and only when you
          allow it; change your mind here or in the <TextLink href={paths.settings('notifications')}>settings</TextLink>
          .
        </p>
        <p>
          Text that you haven't sent, your decisions about results and the keys of runs are removed when you sign out.
          Workflow changes that couldn't be saved stay until you sign in again, and are removed when another person
          signs in.
        </p>
        <CountingSwitch />
      </>
    ),
  },
  ...RIGHTS,
]

export function Component() {
  return (
    <Article
      title={t('Privacy Policy')}
      lead="What we know about you, what it is for, who else sees it, and how you get it back or have it erased."
      isBinding
      updated="2026-11-20"
      sections={SECTIONS}
    />
  )
}
