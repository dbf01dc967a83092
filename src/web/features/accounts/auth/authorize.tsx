import { useState } from 'react'
import { useLocation } from 'react-router'
import { ASSISTANTS, type AssistantScope } from '#contract/accounts/assistant-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { aboutScope, serverName } from '#web/parts/accounts/assistants/words.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { AuthCard } from './auth-card.tsx'

type Asked = DataOf<'getAssistantRequest'>

const requestIn = (search: string): string => search.replace(/^\?/, '').slice(0, ASSISTANTS.request_chars + 1)

/** A request that cannot be believed is an answer of this page, not a failure of it. */
async function ask(request: string): Promise<{ asked: Asked; problem: null } | { asked: null; problem: string }> {
  try {
    return { asked: await call('getAssistantRequest', { query: { request } }), problem: null }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : null
    if (!(error instanceof ApiError) || status === null || status >= 500 || status === 401) throw error
    return { asked: null, problem: error.problems[0]?.message ?? friendly(error) }
  }
}

const askQuery = (request: string) => ({
  queryKey: ['getAssistantRequest', request] as const,
  queryFn: () => ask(request),
  staleTime: 0,
})

export const loader = ({ url }: ScreenArgs) => load(askQuery(requestIn(url.search)))

/** Where an assistant sends a person to agree (the authorization endpoint of OAuth). */
export function Component() {
  const { search } = useLocation()
  const request = requestIn(search)
  const { asked, problem } = useData(askQuery(request))
  if (asked === null) return <Unusable problem={problem} />
  return asked.refusal === null ? <Consent asked={asked} request={request} /> : <Refused asked={asked} />
}

/** Nothing of what it asks for is believed, so nobody is sent anywhere. */
function Unusable({ problem }: { problem: string }) {
  return (
    <AuthCard title={t('This assistant can’t be connected')}>
      <Callout tone="bad">{problem}</Callout>
      <LinkButton href={paths.mcpTools(null, 'assistants')} size="lg" wide>
        {t('Go to MCP Tools')}
      </LinkButton>
    </AuthCard>
  )
}

/** Only a press sends the person there: who registered the address is not known. */
function Refused({ asked }: { asked: Asked }) {
  return (
    <AuthCard title={t('This assistant can’t be connected')}>
      <Callout tone="bad">
        {t('The assistant sent a request that can’t be accepted. Try again, or report this to its makers.')}
      </Callout>
      <p className="text-muted text-base">{asked.refusal}</p>
      <Button size="lg" wide onClick={() => window.location.assign(asked.cancel_to)}>
        {t('Go back to {place}', { place: asked.returns_to })}
      </Button>
    </AuthCard>
  )
}

function Consent({ asked, request }: { asked: Asked; request: string }) {
  const [scopes, setScopes] = useState<readonly AssistantScope[]>(asked.scopes)
  const allow = useAction(async () => {
    const body = { request, digest: asked.digest, scopes: [...scopes] }
    const { redirect_to } = await call('connectAssistant', { body })
    window.location.assign(redirect_to)
    // Another program takes over, or this page is left: a second press would make a second connection.
    await new Promise(() => {})
  })
  return (
    <AuthCard title={t('Connect an assistant')}>
      <Who asked={asked} />
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">{t('It will be able to')}</legend>
        {asked.scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={aboutScope(scope).label}
            help={aboutScope(scope).help}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              setScopes(asked.scopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
            }
          />
        ))}
      </fieldset>
      <Where asked={asked} />
      {allow.error !== null && <Callout tone="bad">{friendly(allow.error)}</Callout>}
      <div className="grid gap-3">
        <Button
          variant="primary"
          size="lg"
          wide
          busy={allow.busy && t('Connecting...')}
          reason={scopes.length === 0 ? t('Choose at least one permission.') : undefined}
          onClick={() => void allow.run()}
        >
          {t('Allow')}
        </Button>
        <Button size="lg" wide disabled={allow.busy} onClick={() => window.location.assign(asked.cancel_to)}>
          {t('Cancel')}
        </Button>
      </div>
      <p className="text-muted text-base">
        {t('It stays connected until you disconnect it under MCP Tools, or don’t use it for 90 days.')}
      </p>
    </AuthCard>
  )
}

function Who({ asked: { name, site } }: { asked: Asked }) {
  const user = useUser()
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere text-lg">
        <bdi className="font-semibold">{name}</bdi> {t('wants to use your {brand} account.', { brand })}
      </p>
      {user && <p className="wrap-anywhere text-muted text-base">{t('Signed in as {email}', { email: user.email })}</p>}
      {site === null ? (
        <Callout tone="warn" title={t('Unverified assistant')}>
          {t('The name comes from the assistant itself. Allow this only if you started it.')}
        </Callout>
      ) : (
        <p className="wrap-anywhere text-base">{t('Identified by {site}', { site })}</p>
      )}
    </div>
  )
}

function Where({ asked: { server, returns_to, is_local } }: { asked: Asked }) {
  return (
    <dl className="grid gap-3 rounded border border-line bg-sunken px-3.5 py-3 text-base">
      {server && (
        <div>
          <dt className="text-muted">{t('It uses')}</dt>
          <dd className="wrap-anywhere font-medium">{serverName(server)}</dd>
        </div>
      )}
      <div>
        <dt className="text-muted">{is_local ? t('Then you go to a program on this device') : t('Then you go to')}</dt>
        <dd className="wrap-anywhere font-medium">
          <bdi>{returns_to}</bdi>
        </dd>
      </div>
    </dl>
  )
}
