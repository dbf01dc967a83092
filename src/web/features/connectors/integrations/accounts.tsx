import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { AccountRow } from '#web/parts/connectors/account-row.tsx'
import type { App } from '#web/parts/connectors/app-queries.ts'
import { ConnectAccount } from '#web/parts/connectors/connect-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** One’s accounts at an app. */
export function Accounts({ app }: { app: App }) {
  const [adding, setAdding] = useState(false)
  if (app.sign_in.length === 0)
    return (
      <Card>
        <CardHeader title={t('Your accounts')} />
        <p className="text-muted">{t('{app} works without an account.', { app: app.name })}</p>
      </Card>
    )
  return (
    <Card>
      <CardHeader title={t('Your accounts')} />
      {app.account_list.length === 0 ? (
        <p className="text-muted">
          {t('Connect an account, so that your workflows can use {app}.', { app: app.name })}
        </p>
      ) : (
        <ul>
          {app.account_list.map((item) => (
            <AccountRow key={item.id} app={app} item={item} />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Button
          variant={app.account_list.length === 0 ? 'primary' : 'secondary'}
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('Connect an account')}
        </Button>
      </div>
      {adding && <ConnectAccount app={app} consent="here" onClose={() => setAdding(false)} />}
    </Card>
  )
}
