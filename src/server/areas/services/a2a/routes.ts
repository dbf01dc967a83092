/** Services and custom agents for agents of others, by the Agent2Agent protocol. */
import type { RunDeps } from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import type { BareAnswer, Handlers } from '#server/platform/http/handlers.ts'
import { type CardDeps, cardOf } from './card.routes.ts'
import { answerMethod, type MethodDeps } from './methods.routes.ts'

export type A2aNames = 'getAgentCard' | 'callAgent'

export interface A2aDeps extends CardDeps, Pick<MethodDeps, 'hiding'> {
  handlers: RunDeps['handlers'] & CardDeps['handlers']
}

export const a2aHandlers = (deps: A2aDeps): Pick<Handlers, A2aNames> => ({
  getAgentCard: ({ params }, context) => ({
    type: 'bare',
    begin: async () => ({}),
    body: () => cardOf(deps, params.model, context),
  }),
  callAgent: ({ params, body }, context) =>
    answerMethod(deps, { model: params.model, request: body, context }) as unknown as BareAnswer<never>,
})
