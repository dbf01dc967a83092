import { AppError } from '#contract/core/errors.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import { deletePayloads } from '#server/areas/runs/runs.ts'
import { cancelRun } from '#server/areas/services/chats/cancel-run.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import { expireFilesAt } from '#server/areas/services/widgets/widgets.store.ts'
import type { Handlers, ReplyAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import { openSecrets } from './access.ts'
import { findByToken, noteVerified } from './channels.store.ts'
import {
  type ChannelDeps,
  deletePerson,
  disconnectWhatsapp,
  getWhatsapp,
  listPeople,
  listPersonMessages,
  saveWhatsapp,
  sendTest,
} from './channels.ts'
import { checkSignature, isSame, receive } from './receive.ts'

type Names =
  | 'getServiceWhatsapp'
  | 'saveServiceWhatsapp'
  | 'disconnectServiceWhatsapp'
  | 'testServiceWhatsapp'
  | 'listWhatsappPeople'
  | 'listWhatsappMessages'
  | 'deleteWhatsappPerson'
  | 'receiveWhatsapp'

interface Deps extends ChannelDeps {
  engine: RunEngine
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const headersOf = ({ raw }: RequestContext) => fieldsOf(raw.headers)

const receiver = ({ db, ring }: Pick<Deps, 'db' | 'ring'>): Handlers['receiveWhatsapp'] => ({
  checkAddress: async ({ token }) => {
    if (!(await findByToken(db, token))) throw new AppError('not_found')
  },
  handle: async ({ params: { token }, body }, context): Promise<ReplyAnswer> => {
    const channel = await findByToken(db, token)
    if (!channel) throw new AppError('not_found')
    if (context.method === 'GET') {
      const query = fieldsOf(context.raw.query)
      const { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge } = query
      if (mode !== 'subscribe' || typeof challenge !== 'string' || !isSame(String(given), channel.verify_token))
        throw new AppError('unauthenticated', { message: 'The verify token is incorrect.' })
      await noteVerified(db, channel.id)
      return { type: 'reply', status: 200, headers: { 'content-type': 'text/plain' }, body: challenge }
    }
    const { app_secret } = openSecrets(ring, channel, { id: channel.id, owner_id: channel.owner_id })
    const bytes = context.received?.bytes ?? new Uint8Array()
    checkSignature(bytes, headersOf(context)['x-hub-signature-256'], app_secret)
    await receive(db, channel, body)
    return { type: 'reply', status: 200, headers: {}, body: { accepted: true } }
  },
})

export function channelHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, engine } = deps
  return {
    getServiceWhatsapp: ({ params }, { caller }) => getWhatsapp(deps, mayUseServices(caller), params.id),
    saveServiceWhatsapp: ({ params, body }, { caller }) => saveWhatsapp(deps, mayUseServices(caller), params.id, body),
    disconnectServiceWhatsapp: ({ params }, { caller }) => disconnectWhatsapp(db, mayUseServices(caller), params.id),
    testServiceWhatsapp: ({ params, body }, { caller }) => sendTest(deps, mayUseServices(caller), params.id, body.to),
    listWhatsappPeople: ({ params, query }, { caller }) => listPeople(db, mayUseServices(caller), params.id, query),
    listWhatsappMessages: ({ params, query }, { caller }) =>
      listPersonMessages(db, mayUseServices(caller), params, query),
    deleteWhatsappPerson: ({ params }, { caller }) => {
      const grant = mayUseServices(caller)
      return deletePerson(db, grant, params, {
        cancel: (id) => cancelRun(engine, id),
        deletePayloads,
        expireFiles: (tx, files) => expireFilesAt(tx, grant.on, files, '0'),
      })
    },
    receiveWhatsapp: receiver(deps),
  }
}
