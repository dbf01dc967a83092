import type { UserId } from '#contract/core/primitives.ts'
import { type Phrase, say, translated } from '#contract/phrases/phrases.ts'
import type { ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBotId } from '#contract/services/approval-bots.ts'
import { noticeFor, writeNotices } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findWorkspaceSlug, noteBotError } from './bots.store.ts'

const TITLES: Readonly<Record<ApprovalBotKind, Phrase>> = {
  slack: say('Approvals can’t be sent to Slack'),
  telegram: say('Approvals can’t be sent to Telegram'),
}

interface Broken {
  id: ApprovalBotId
  kind: ApprovalBotKind
  owner_id: UserId
}

/** Tells the account of a bot that nobody gets approvals there until it is mended; once for each problem. */
export async function noteProblem(tx: Queryable, { id, kind, owner_id }: Broken, why: string): Promise<void> {
  if (!(await noteBotError(tx, id, why))) return
  const isWorkspace = (await findWorkspaceSlug(tx, owner_id)) !== null
  const telling = {
    ...{ kind: 'channel' as const, group: `approval-bot:${id}`, title: TITLES[kind], message: translated(why) },
    href: isWorkspace ? '/workspace?tab=review' : '/settings?section=notifications',
  }
  await writeNotices(tx, [noticeFor(owner_id, telling)])
}
