import { Particular } from '#web/app/shell/particular.tsx'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ArticleSection } from './article.tsx'

/** The terms that all users of the product accept. */
export const USE: readonly ArticleSection[] = [
  {
    id: 'who',
    title: 'Who we are, and what this covers',
    body: (
      <>
        <p>
          {brand} is run by <Particular of="name" /> (“we”), a private limited company registered in India, CIN{' '}
          <Particular of="cin" />, with its registered office at <Particular of="registered_office" />. These terms are
          an electronic record under the Information Technology Act, 2000 and need no signature.
        </p>
        <p>
          They apply to everyone who visits, signs up, buys, builds or sells here. The{' '}
          <TextLink href={paths.privacy()}>Privacy Policy</TextLink> and the{' '}
          <TextLink href={paths.refundPolicy()}>Refund Policy</TextLink> are part of them. An agreement signed with us
          for an enterprise plan comes first where the two differ.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          You must be 18 or older and able to make a contract under the Indian Contract Act, 1872. If you act for a
          firm, you confirm that you may bind it. Give your true name and an email address that is yours; keep your
          password, passkeys and API keys to yourself. What is done with them counts as done by you until you tell us
          that they are lost.
        </p>
        <p>
          Roles that sell or administer are granted on request, after a review. They need approval, not payment. You can
          export your data and delete your account in the{' '}
          <TextLink href={paths.settings('data')}>account settings</TextLink> at any time.
        </p>
      </>
    ),
  },
  {
    id: 'drafts',
    title: 'Results are drafts for a professional',
    body: (
      <>
        <p>
          Agents read documents and propose. A clinical result (codes, summaries, findings) is not a diagnosis, not
          medical advice and not a claim ready to be filed. A legal result (clauses, risks, what is missing) is not
          legal advice, and using the product makes nobody your advocate. A financial result is not investment or tax
          advice.
        </p>
        <p>
          Before you rely on a result, a qualified person must check it against its evidence, accept or correct it, and
          answer for it. {brand} is not a medical device and must not be used where an unchecked result could harm a
          person.
        </p>
      </>
    ),
  },
  {
    id: 'code-sets',
    title: 'Code sets and their licences',
    body: (
      <p>
        ICD-10-CM and HCPCS Level II are published by the United States government. CPT is copyright of the American
        Medical Association and needs its licence: no CPT table ships with {brand}. An agent uses a CPT table only when
        the operator of this installation has added one they are licensed for, and then within that licence. You are
        responsible for licences of other tables that you upload.
      </p>
    ),
  },
  {
    id: 'content',
    title: 'Your documents and what is made of them',
    body: (
      <>
        <p>
          What you upload and what an agent makes of it stay yours. You let us store, copy and process it only to run
          what you asked for, to show it to you, and to keep it safe. We train no models on it and show it to nobody,
          except to those an agent’s listing names before you start it. A seller sees failures of their agents with the
          input taken out, unless you choose to share it.
        </p>
        <p>
          You confirm that you may give us what you upload. For documents about patients, clients or employees, you have
          the consent or the ground that the law asks for; we act as your processor.
        </p>
      </>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>Do not use the product to:</p>
        <ul>
          <li>
            host, make or pass on anything that rule 3(1)(b) of the IT (Intermediary Guidelines and Digital Media Ethics
            Code) Rules, 2021 forbids: among others what is obscene, harmful to a child, infringing, deceptive,
            impersonating, or against the sovereignty and public order of India;
          </li>
          <li>
            process someone’s personal data without a lawful ground, or identify a person from data made anonymous;
          </li>
          <li>decide about a person’s health, liberty, work or credit without a human who checks;</li>
          <li>break in, scan, overload or get around limits, prices, permissions or the isolation of agents;</li>
          <li>send spam, spread malware, or reach addresses that are not yours to reach;</li>
          <li>copy the service by systematic extraction, or sell it on without an agreement.</li>
        </ul>
        <p>
          We may stop a run, take down an agent or suspend an account that does this, and tell you why, unless the law
          forbids that. You can object to the grievance officer.
        </p>
      </>
    ),
  },
  {
    id: 'api',
    title: 'API, MCP and automation',
    body: (
      <p>
        You may call agents by API, webhook, schedule and MCP within the limits of your plan, which the product enforces
        and names when they are reached. Keys are shown once; revoke one as soon as you suspect that someone else has
        it. You decide which tools an agent may use and are responsible for the systems you connect.
      </p>
    ),
  },
]
