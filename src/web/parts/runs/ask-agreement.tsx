import type { AgentId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

export interface Asked {
  agent: AgentId
  /** Said where several are asked for together. */
  name?: string | undefined
  places: readonly string[]
}

/** What a refusal `agreement_needed` asks for: each of its problems is a place, of the agent or of one that it runs (`agreement.<id>`). */
export const readAgreementRequest = (agent: AgentId, refused: ApiError): Asked[] =>
  [...Map.groupBy(refused.problems, ({ field }) => (field?.split('.')[1] as AgentId | undefined) ?? agent)].map(
    ([of, problems]) => ({ agent: of, places: problems.map(({ message }) => message) }),
  )

interface AskAgreementProps {
  asked: readonly Asked[]
  /** What the button says it does. */
  act: string
  onAgreed: () => void
}

/** Before a user's input leaves this server: shows the destinations, asked once. */
export function AskAgreement({ asked, act, onAgreed }: AskAgreementProps) {
  const agree = useAction(async () => {
    for (const { agent, places } of asked)
      await call('agree', { params: { id: agent }, body: { destinations: [...places] } })
    void refresh('listAgreements')
    onAgreed()
  })
  return (
    <Callout tone="warn" title={t('Your data is sent to a third party')}>
      <div className="grid justify-items-start gap-2">
        <ul className="ml-4 list-disc">
          {asked.flatMap(({ agent, name, places }) =>
            places.map((place) => (
              <li key={`${agent}${place}`} className="break-words">
                {name !== undefined && <bdi>{name}: </bdi>}
                <bdi>{place}</bdi>
              </li>
            )),
          )}
        </ul>
        <p>{t('How it’s used there is outside this platform. We ask once, and you can withdraw in your settings.')}</p>
        {agree.error !== null && <p className="text-bad">{friendly(agree.error)}</p>}
        <Button size="sm" busy={agree.busy && t('Agreeing...')} onClick={() => void agree.run()}>
          {act}
        </Button>
      </div>
    </Callout>
  )
}
