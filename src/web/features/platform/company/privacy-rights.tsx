import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ArticleSection } from './article.tsx'
import { GrievanceFacts } from './facts.tsx'

/** What a person can ask for, and of whom. */
export const RIGHTS: readonly ArticleSection[] = [
  {
    id: 'rights',
    title: 'Your rights, and where to use them',
    body: (
      <>
        <ul>
          <li>
            <strong>Know and take along</strong> (section 11): a summary of your data, what is done with it and who has
            received it. Press <em>Export my data</em> in the{' '}
            <TextLink href={paths.settings('data')}>account settings</TextLink>.
          </li>
          <li>
            <strong>Correct, complete, erase</strong> (section 12): change your profile, delete runs and files, or
            delete the account, all in the product. What the law makes us keep, such as invoices, is kept apart and for
            that alone.
          </li>
          <li>
            <strong>Withdraw consent</strong> (section 6(4)) as easily as you gave it: notifications and analytics have
            their switches, connected accounts are disconnected with one press. What was done before stays lawful.
          </li>
          <li>
            <strong>Complain</strong> (section 13): to the officer below, who answers within 30 days and sooner where
            the law asks for it.
          </li>
          <li>
            <strong>Nominate</strong> (section 14) someone who uses these rights when you cannot:{' '}
            <TextLink href={paths.contact('privacy')}>write to the officer</TextLink>.
          </li>
        </ul>
        <p>
          We ask for no more than it takes to know that it is you. If you are not content with the answer you can go to
          the Data Protection Board of India. You also have duties under section 15: no false particulars, no
          impersonation.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The product is for adults. We do not knowingly keep an account of anybody under 18, follow children’s behaviour
        or advertise to them. A document about a child that a clinic processes here is the clinic’s responsibility, with
        the consent of a parent where section 9 asks for it.
      </p>
    ),
  },
  {
    id: 'officer',
    title: 'Grievance officer and contact for personal data',
    body: (
      <>
        <GrievanceFacts />
        <p>
          You can have this notice in any language of the Eighth Schedule to the Constitution: ask the officer. The
          English text decides.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        We change this notice when what we do changes. A new purpose, or a new recipient of data, is announced in the
        product before it begins, and asks for your consent where consent is its ground.
      </p>
    ),
  },
]
