import { AppError } from '#contract/core/errors.ts'
import type { approvalBotEndpoints } from '#contract/services/approval-bots.ts'
import { fieldsOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import { refuseDelivery } from '#server/areas/services/channels/kind/proof.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { Handlers, ReplyAnswer } from '#server/platform/http/handlers.ts'
import { openSecrets } from './access.ts'
import { mayManageBots, mayUseContacts } from './approval-bots.policy.ts'
import { type BotDeps, disconnectBot, getBots, saveBot } from './approval-bots.ts'
import { type BotRow, findBotByToken } from './bots.store.ts'
import { createCode, disconnectContact, listContacts, takeWords, testContact } from './contacts.ts'
import { noteProblem } from './note-problem.ts'
import { type PressDeps, takePress } from './receive.ts'

type Deps = BotDeps & PressDeps

/** What nobody can open proves nothing. */
function secretsFor({ ring }: Pick<Deps, 'ring'>, bot: BotRow) {
  try {
    return openSecrets(ring, bot, bot)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return refuseDelivery('The secret of this bot can’t be opened.')
  }
}

const replyOf = (type: string, body: object): ReplyAnswer => ({
  ...{ type: 'reply', status: 200, headers: { 'content-type': type }, body: body as never },
})

const receiver = (deps: Deps): Handlers['receiveApprovalPress'] => ({
  checkAddress: async ({ token }) => {
    if (!(await findBotByToken(deps.db, token))) throw new AppError('not_found')
  },
  handle: async ({ params: { token }, body }, { method, raw, received }): Promise<ReplyAnswer> => {
    const bot = await findBotByToken(deps.db, token)
    if (!bot) throw new AppError('not_found')
    const [kind, secrets] = [deps.approvalKinds[bot.kind], secretsFor(deps, bot)]
    const delivery = { method, query: fieldsOf(raw.query), headers: fieldsOf(raw.headers), body }
    const bytes = received?.bytes ?? new Uint8Array()
    const { came, problem, answer } = kind.read({ ...delivery, bytes }, { settings: bot.settings, secrets })
    if (answer !== null) return replyOf(answer.type, answer.body)
    if (problem !== null) await deps.db.transaction().execute((tx) => noteProblem(tx, bot, problem))
    if (came?.type === 'words') await takeWords(deps, { bot, kind, secrets }, came)
    const said = came?.type === 'press' ? await takePress(deps, { bot, kind }, came) : null
    return replyOf('application/json', said ?? { accepted: true })
  },
})

export const approvalBotHandlers = (deps: Deps): Pick<Handlers, keyof typeof approvalBotEndpoints> => ({
  getApprovalBots: (_, { caller }) => getBots(deps, mayManageBots(caller)),
  saveApprovalBot: ({ params, body }, { caller }) => saveBot(deps, mayManageBots(caller), params.kind, body),
  disconnectApprovalBot: async ({ params }, { caller }) => {
    await disconnectBot(deps, mayManageBots(caller), params.kind)
    return { disconnected: true }
  },
  listApprovalContacts: ({ query }, { caller }) => listContacts(deps.db, mayUseContacts(caller), query),
  createApprovalCode: ({ params }, { caller }) => createCode(deps, mayUseContacts(caller), params.bot_id),
  testApprovalContact: async ({ params }, { caller }) => {
    await testContact(deps, mayUseContacts(caller), params.bot_id)
    return { sent: true }
  },
  disconnectApprovalContact: async ({ params }, { caller }) => {
    await disconnectContact(deps.db, mayUseContacts(caller), params.bot_id)
    return { disconnected: true }
  },
  receiveApprovalPress: receiver(deps),
})
