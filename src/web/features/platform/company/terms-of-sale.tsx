import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ArticleSection } from './article.tsx'

/** What those agree to who pay or are paid. */
export const SALE: readonly ArticleSection[] = [
  {
    id: 'prices',
    title: 'Prices, plans, credits and GST',
    body: (
      <>
        <p>
          Prices are in Indian rupees and include GST. Every payment brings a GST invoice, IGST or CGST and SGST by
          place of supply; give your GSTIN to have it named. Plans are listed on the{' '}
          <TextLink href={paths.pricing()}>pricing page</TextLink>. The trial of 7 days takes no card and ends
          automatically.
        </p>
        <p>
          A plan renews for the same period until you cancel, and a change of price reaches you before the renewal it
          applies to. By the Reserve Bank’s rules on recurring payments you are told before each charge, and a renewal
          above ₹15,000 is made only when you confirm it.
        </p>
        <p>
          Credits are a closed balance for runs on {brand}: they are not a prepaid payment instrument, cannot be
          withdrawn or transferred, and earn no interest. You can cap what a run, a day or a service may cost; a run
          that would pass a cap stops before the next paid step and keeps what it has. Runs that fail or give nothing
          are not charged. The rest is in the <TextLink href={paths.refundPolicy()}>Refund Policy</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'marketplace',
    title: 'How the marketplace works',
    body: (
      <>
        <p>
          We run a marketplace e-commerce entity under the Consumer Protection (E-Commerce) Rules, 2020. An agent is
          sold by the seller its listing names; Chowk Labs is our own house. Your contract for an agent is with its
          seller, for plans, credits and payments with us.
        </p>
        <p>
          Search orders by how well name, tagline and tags fit your words; without words, by runs and users of the last
          30 days. You can choose newest, name or price instead. No place in the list can be bought, and a featured
          agent is marked. Figures on a listing are measured by the platform. Reviews come from buyers, or after three
          successful runs, one for each person and agent.
        </p>
        <p>
          You are pinned to the version you bought. A new version, with what it changes in price, permissions and
          results, reaches you only when you take it.
        </p>
      </>
    ),
  },
  {
    id: 'sellers',
    title: 'Terms for sellers',
    body: (
      <>
        <ul>
          <li>
            You sell after we approved you, under your legal name and address, with GSTIN where the law asks for one, as
            rule 6 of the E-Commerce Rules requires. Buyers can see who you are.
          </li>
          <li>
            Each agent is reviewed and run on your own sample before it is listed. Its listing says truthfully what it
            does and does not do, what it reads, where that goes, which models are asked, and how long anything is kept.
          </li>
          <li>
            You have the rights to what you publish, and give buyers a licence to run the version they took for as long
            as their purchase lasts. You take part in no review of your own agents.
          </li>
          <li>
            Of each sale we keep a commission of 15 %, or what was agreed with you, as it stood when the sale was made.
            We collect tax at source under section 52 of the CGST Act, and deduct tax under section 194-O of the
            Income-tax Act, at the rates in force, and give you the certificates.
          </li>
          <li>
            Money is held for 7 days after the sale and then payable, with a statement for every payout. Refunds are
            taken from your balance; a balance below zero is made good by the next sales.
          </li>
          <li>
            You answer buyers within 48 hours, and do not take them around the marketplace to avoid the commission.
          </li>
        </ul>
        <p>
          All sellers of a category are treated alike. We may suspend an agent that fails its sample, misleads, or puts
          data at risk; you are told the reason and can object.
        </p>
      </>
    ),
  },
]
