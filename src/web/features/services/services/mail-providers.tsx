import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'

interface MailServers {
  imap_host: string
  imap_port: string
  smtp_host: string
  smtp_port: string
}

const servers = (imap_host: string, smtp_host: string, smtp_port = '465'): MailServers => ({
  ...{ imap_host, imap_port: '993', smtp_host, smtp_port },
})

/** Names of products are the same in every language. */
const PROVIDERS: readonly { name: string; servers: MailServers }[] = [
  { name: 'Gmail, Google Workspace', servers: servers('imap.gmail.com', 'smtp.gmail.com') },
  { name: 'Zoho Mail', servers: servers('imappro.zoho.in', 'smtppro.zoho.in') },
  { name: 'Yahoo Mail', servers: servers('imap.mail.yahoo.com', 'smtp.mail.yahoo.com') },
  { name: 'Fastmail', servers: servers('imap.fastmail.com', 'smtp.fastmail.com') },
  { name: 'iCloud Mail', servers: servers('imap.mail.me.com', 'smtp.mail.me.com', '587') },
]

interface Props {
  /** The server that is entered now. */
  imap_host: string
  onChoose: (servers: MailServers) => void
}

/** Fills in the servers of a provider. */
export function MailProvider({ imap_host, onChoose }: Props) {
  const chosen = PROVIDERS.findIndex(({ servers: { imap_host: host } }) => host === imap_host)
  const options = PROVIDERS.map(({ name }, index) => ({ value: String(index), label: name }))
  return (
    <Select
      label={t('Mail provider')}
      options={[{ value: '-1', label: t('Another provider') }, ...options]}
      value={String(chosen)}
      onChange={({ target }) => onChoose(PROVIDERS[Number(target.value)]?.servers ?? servers('', ''))}
    />
  )
}
