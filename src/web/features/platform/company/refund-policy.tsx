import { Particular } from '#web/app/shell/particular.tsx'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Article } from './article.tsx'
import { GrievanceFacts, TextTable } from './facts.tsx'

const SECTIONS = [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <TextTable
        label="What is refunded"
        header={['What you paid for', 'What you get back', 'Ask within']}
        rows={[
          ['A run that failed or gave nothing', 'Everything: it is never charged', 'Nothing to ask for'],
          ['First payment for a plan', 'The whole amount', '14 days of paying'],
          ['Renewal of a plan', 'The whole amount, when the plan was not used after it', '7 days of the renewal'],
          ['Credits', 'What is unused of that top-up', '30 days of paying'],
          ['An agent bought once, or by the month', 'The price, when it does not do what its listing says', '14 days'],
          ['A payment made twice', 'The second one', 'At any time'],
        ]}
      />
    ),
  },
  {
    id: 'failed-runs',
    title: 'Failed and empty runs are free',
    body: (
      <>
        <p>
          The price of a run is held in your credits before the run starts. It is settled in the same step that stores
          the result. When the run fails, is cancelled before its result, or gives an empty result, the hold is released
          and you pay nothing. You see this on the run itself.
        </p>
        <p>
          A run that succeeded but is of no use to you is not a failed run: results are drafts, and some documents hold
          nothing to find. When an agent does not do what its listing says, section 5 applies.
        </p>
        <p>
          Some agents are charged only when accepted. After the result the price stays held for as many days as the
          listing says. When you reject the result in that time, the hold is released and you pay nothing. When you
          accept it, or do not decide in that time, the price is settled. AI models of this installation that the run
          used are settled with the result either way.
        </p>
      </>
    ),
  },
  {
    id: 'trial-and-plans',
    title: 'Trial and plans',
    body: (
      <>
        <p>
          The 7-day free trial takes no card, so there is nothing to refund. When it ends without a subscription, the
          free limits apply; nothing is charged and nothing is deleted.
        </p>
        <p>
          Your first payment for a plan, monthly or yearly, is refunded in full when you ask within 14 days of paying,
          whatever you have used. This is the money-back guarantee, and it applies once to each customer. A renewal is
          refunded when you ask within 7 days and have not used what the plan adds since. After that a cancelled plan
          runs to the end of the period that is paid for, without a refund for the rest of it.
        </p>
        <p>Cancelling costs nothing. We charge no cancellation fee.</p>
      </>
    ),
  },
  {
    id: 'credits',
    title: 'Credits',
    body: (
      <>
        <p>
          Credits pay for runs on {brand} only. They are a closed balance: they cannot be withdrawn as money, passed to
          someone else or spent elsewhere, and they earn no interest. What you have not used of a top-up is paid back
          when you ask within 30 days of paying. Credits given for free are not paid out.
        </p>
        <p>
          When you delete your account, what is left of paid credits from the last 30 days is refunded first; older
          credits lapse with the account, and you are told the amount before you confirm.
        </p>
      </>
    ),
  },
  {
    id: 'agents-of-sellers',
    title: 'Agents bought from sellers',
    body: (
      <>
        <p>
          What you bought is what runs: you are pinned to the version you paid for. When an agent bought once or by the
          month does not do what its listing says on a document of the kind it names, ask within 14 days. We look at the
          run and its input, which we see only when you share it, and decide. The seller is heard.
        </p>
        <p>
          The refund is paid by us and taken from the seller’s balance, also after a payout. Credit for a single run is
          given back in the same way.
        </p>
      </>
    ),
  },
  {
    id: 'how-to-ask',
    title: 'How to ask, and how long it takes',
    body: (
      <>
        <ul>
          <li>
            Write through the <TextLink href={paths.contact('help')}>contact form</TextLink> or to{' '}
            <Particular of="support_email" />, with the invoice number or the run.
          </li>
          <li>We acknowledge within 48 hours, with a ticket number.</li>
          <li>We decide within 5 working days, and give the reason when we say no.</li>
          <li>
            The money goes back the way it came, card, UPI or bank. It leaves us within 2 working days of the decision;
            your bank usually shows it within 5 to 7 working days.
          </li>
          <li>Every refund brings a credit note that names the invoice, with the GST shown.</li>
        </ul>
        <p>
          Payments that were taken but not confirmed (a network that broke off) are found by our daily reconciliation
          and either completed or paid back without your asking.
        </p>
      </>
    ),
  },
  {
    id: 'if-you-disagree',
    title: 'If you disagree',
    body: (
      <>
        <p>
          Write to the grievance officer. You get an acknowledgement within 48 hours and an answer within one month, as
          the Consumer Protection (E-Commerce) Rules, 2020 ask. You may also call the National Consumer Helpline, 1915,
          or go to a consumer commission. Nothing here takes away a right that the Consumer Protection Act, 2019 gives
          you.
        </p>
        <GrievanceFacts />
      </>
    ),
  },
]

export function Component() {
  return (
    <Article
      title={t('Refund Policy')}
      lead="When you get your money back, how you ask for it, and how long it takes."
      isBinding
      updated="2026-11-20"
      sections={SECTIONS}
    />
  )
}
