import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { openView } from '#web/api/acting/support-view.ts'
import { load } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { contactsQuery } from '#web/features/accounts/approval-bots/approval-bot-queries.ts'
import { ApprovalContacts, OwnApprovalBots } from '#web/features/accounts/approval-bots/approval-contacts.tsx'
import { AllowedUse } from '#web/features/accounts/data-policy/allowed-use.tsx'
import { Retention } from '#web/features/accounts/data-policy/retention.tsx'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
import { t } from '#web/lib/language.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Agreements, agreementsQuery } from './agreements.tsx'
import { ApiKeys, apiKeysQuery } from './api-keys.tsx'
import { AppAccounts } from './app-accounts.tsx'
import { Appearance } from './appearance.tsx'
import { Connections, connectionsQuery } from './connections.tsx'
import { Credentials } from './credentials.tsx'
import { DeleteAccount, deletionQuery } from './delete-account.tsx'
import { Email, profileQuery } from './email.tsx'
import { ExportData, exportQuery } from './export-data.tsx'
import { FirebaseSignIn } from './firebase-sign-in.tsx'
import { Memories, memoriesQuery } from './memories.tsx'
import { Models } from './models.tsx'
import { CountingConsent, MailedNotices, noticeSettingsQuery } from './notifications.tsx'
import { Passkeys, passkeysQuery } from './passkeys.tsx'
import { Password } from './password.tsx'
import { ProfileSummary } from './profile-summary.tsx'
import { RunRetention, runRetentionQuery } from './run-retention.tsx'
import { SecondFactorAsked } from './second-factor-asked.tsx'
import { Sessions, sessionsQuery } from './sessions.tsx'
import { SupportViews, supportViewsQuery } from './support-views.tsx'
import { TwoFactor, twoFactorQuery } from './two-factor.tsx'

interface Section {
  key: string
  label: () => string
  /** Cards from top to bottom, each a file in this folder; a section without cards is not shown. */
  parts?: ReactNode
  /** Fetches what the parts assume to be there. */
  load?: () => Promise<unknown>
}

const ALL: readonly Section[] = [
  {
    key: 'account',
    label: () => t('Account'),
    parts: (
      <>
        <ProfileSummary />
        <Email />
      </>
    ),
    load: () => Promise.all([load(profileQuery), load(connectionsQuery)]),
  },
  {
    key: 'security',
    label: () => t('Security'),
    parts: (
      <>
        <SecondFactorAsked />
        <TwoFactor />
        <Passkeys />
        <Sessions />
        <Password />
        <SupportViews />
      </>
    ),
    load: () =>
      Promise.all([
        load(connectionsQuery),
        load(twoFactorQuery),
        load(passkeysQuery),
        load(sessionsQuery),
        load(supportViewsQuery),
      ]),
  },
  {
    key: 'connections',
    label: () => t('Connections'),
    parts: <Connections />,
    load: () => load(connectionsQuery),
  },
  {
    key: 'notifications',
    label: () => t('Notifications'),
    parts: (
      <>
        <MailedNotices />
        <ApprovalContacts />
        <OwnApprovalBots />
        <CountingConsent />
      </>
    ),
    load: () => Promise.all([load(noticeSettingsQuery), load(contactsQuery)]),
  },
  { key: 'api-keys', label: () => t('API keys'), parts: <ApiKeys />, load: () => load(apiKeysQuery) },
  {
    key: 'credentials',
    label: () => t('Credentials'),
    parts: <Credentials />,
    load: () => load(credentialsQuery),
  },
  { key: 'apps', label: () => t('Apps'), parts: <AppAccounts />, load: () => load(credentialsQuery) },
  { key: 'models', label: () => t('Models'), parts: <Models />, load: () => load(modelsQuery) },
  { key: 'appearance', label: () => t('Appearance'), parts: <Appearance /> },
  {
    key: 'policy',
    label: () => t('Data policy'),
    parts: (
      <>
        <AllowedUse />
        <Retention />
      </>
    ),
  },
  {
    key: 'data',
    label: () => t('Your data'),
    parts: (
      <>
        <RunRetention />
        <ExportData />
        <Agreements />
        <Memories />
        <DeleteAccount />
      </>
    ),
    load: () =>
      Promise.all([
        load(exportQuery),
        load(runRetentionQuery),
        load(agreementsQuery),
        load(memoriesQuery),
        load(deletionQuery),
      ]),
  },
]
/** Where people sign in at a Firebase project, their ways in are kept there and changed there. */
const ELSEWHERE: Readonly<Record<string, ReactNode>> = {
  account: <ProfileSummary />,
  security: (
    <>
      <FirebaseSignIn />
      <SupportViews />
    </>
  ),
  connections: undefined,
}
/** What an admin who views Chowk as this person is shown: nothing that the account is signed in with. */
const VIEWED: Readonly<Record<string, Pick<Section, 'parts' | 'load'>>> = {
  account: { parts: <ProfileSummary /> },
  security: { parts: <SupportViews />, load: () => load(supportViewsQuery) },
  notifications: { parts: <MailedNotices />, load: () => load(noticeSettingsQuery) },
  data: {
    parts: (
      <>
        <RunRetention />
        <Agreements />
      </>
    ),
    load: () => Promise.all([load(runRetentionQuery), load(agreementsQuery)]),
  },
}
const here = (section: Section): Section => {
  if (!firebaseConfig || !(section.key in ELSEWHERE)) return section
  const ownViews = section.key === 'security' && { load: () => load(supportViewsQuery) }
  return { key: section.key, label: section.label, parts: ELSEWHERE[section.key], ...ownViews }
}
const ofView = ({ key, label }: Section): Section => ({ key, label, ...VIEWED[key] })
const SECTIONS = ALL.map(openView() === null ? here : ofView).filter(({ parts }) => parts !== undefined)

const sectionOf = (params: URLSearchParams): Section | undefined =>
  SECTIONS.find(({ key }) => key === params.get('section')) ?? SECTIONS[0]

export const loader = ({ url }: ScreenArgs) => sectionOf(url.searchParams)?.load?.()

/** Account Settings: the navigation and the open section, which is part of the address. */
export function Component() {
  const [params] = useSearchParams()
  const section = sectionOf(params)
  return (
    <Page title={t('Account Settings')}>
      <PageHeader title={t('Account Settings')}>{t('Sign-in, notifications and your data.')}</PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-10">
        <SectionList active={section?.key ?? ''} />
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] content-start gap-4">{section?.parts}</div>
      </div>
    </Page>
  )
}

/** A list where there is room, the system's own chooser on a phone. */
function SectionList({ active }: { active: string }) {
  const navigate = useNavigate()
  return (
    <>
      <div className="md:hidden">
        <Select
          label={t('Section')}
          value={active}
          options={SECTIONS.map(({ key, label }) => ({ value: key, label: label() }))}
          onChange={(event) => void navigate(paths.settings(event.target.value))}
        />
      </div>
      <nav aria-label={t('Settings sections')} className="hidden md:block">
        <ul className="sticky top-20 grid gap-0.5">
          {SECTIONS.map(({ key, label }) => (
            <li key={key}>
              <Link
                href={paths.settings(key)}
                aria-current={key === active ? 'page' : undefined}
                className="flex min-h-9 items-center rounded px-3 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
              >
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
