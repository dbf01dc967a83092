import { AppError } from '#contract/core/errors.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import { cancelRun } from '#server/areas/services/chats/cancel-run.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { Handlers, ReplyAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import { openSecrets } from './access.ts'
import { type ChannelRow, findByToken, noteVerified } from './channels.store.ts'
import { type ChannelDeps, disconnectChannel, getChannel, testChannel } from './channels.ts'
import { fieldsOf } from './kind/delivered-values.ts'
import type { Delivery } from './kind/kind.ts'
import { refuseDelivery } from './kind/proof.ts'
import { deletePerson, listPeople, listPersonMessages } from './people.ts'
import { receive } from './receive.ts'
import { saveChannel } from './save-channel.ts'

type Names =
  | 'getServiceChannel'
  | 'saveServiceChannel'
  | 'disconnectServiceChannel'
  | 'testServiceChannel'
  | 'listChannelPeople'
  | 'listChannelMessages'
  | 'deleteChannelPerson'
  | 'receiveChannel'

interface Deps extends ChannelDeps {
  engine: RunEngine
}

const deliveryOf = ({ method, raw, received }: RequestContext, body: unknown): Delivery => ({
  ...{ method, query: fieldsOf(raw.query), headers: fieldsOf(raw.headers), body },
  bytes: received?.bytes ?? new Uint8Array(),
})

/** What nobody can open proves nothing: it is delivered again, until the owner has entered the secret again. */
function secretsFor({ ring }: Pick<Deps, 'ring'>, channel: ChannelRow) {
  try {
    return openSecrets(ring, channel, channel)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return refuseDelivery('The secret of this channel can’t be opened.')
  }
}

const receiver = (deps: Pick<Deps, 'db' | 'ring' | 'channels'>): Handlers['receiveChannel'] => ({
  checkAddress: async ({ token }) => {
    if (!(await findByToken(deps.db, token))) throw new AppError('not_found')
  },
  handle: async ({ params: { token }, body }, context): Promise<ReplyAnswer> => {
    const { db, channels } = deps
    const channel = await findByToken(db, token)
    if (!channel) throw new AppError('not_found')
    const { settings, verify_token } = channel
    const connection = { settings, verify_token, secrets: secretsFor(deps, channel) }
    const delivered = channels[channel.kind].read(deliveryOf(context, body), connection)
    if (channel.verified_at === null || delivered.answer !== null) await noteVerified(db, channel.id)
    if (delivered.answer !== null) {
      const { type, body: answer } = delivered.answer
      return { type: 'reply', status: 200, headers: { 'content-type': type }, body: answer as never }
    }
    await receive(db, channel, delivered)
    return { type: 'reply', status: 200, headers: {}, body: { accepted: true } }
  },
})

export function channelHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, engine } = deps
  return {
    getServiceChannel: ({ params }, { caller }) => getChannel(deps, mayUseServices(caller), params),
    saveServiceChannel: ({ params, body }, { caller }) => saveChannel(deps, mayUseServices(caller), params, body),
    disconnectServiceChannel: ({ params }, { caller }) => disconnectChannel(deps, mayUseServices(caller), params),
    testServiceChannel: ({ params, body }, { caller }) => testChannel(deps, mayUseServices(caller), params, body.to),
    listChannelPeople: ({ params, query }, { caller }) => listPeople(db, mayUseServices(caller), params, query),
    listChannelMessages: ({ params, query }, { caller }) =>
      listPersonMessages(db, mayUseServices(caller), params, query),
    deleteChannelPerson: ({ params }, { caller }) =>
      deletePerson(db, mayUseServices(caller), params, (id) => cancelRun(engine, id)),
    receiveChannel: receiver(deps),
  }
}
