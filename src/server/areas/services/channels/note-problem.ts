import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { type Phrase, say, translated } from '#contract/phrases/phrases.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { noticeFor, writeNotices } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { noteError } from './channels.store.ts'

const TITLES: Readonly<Record<ChannelKindName, Phrase>> = {
  whatsapp: say('Your service can’t answer on WhatsApp'),
  telegram: say('Your service can’t answer on Telegram'),
  slack: say('Your service can’t answer on Slack'),
  email: say('Your service can’t answer by email'),
}

interface Broken {
  id: string
  kind: ChannelKindName
  owner_id: UserId
  service_id: ServiceId
}

/** Tells the owner of a channel that nothing is answered there until they mend it; once for each problem. */
export async function noteProblem(tx: Queryable, channel: Broken, why: string): Promise<void> {
  const { id, kind, owner_id, service_id } = channel
  if (!(await noteError(tx, id, why))) return
  const telling = {
    ...{ kind: 'channel' as const, group: `channel:${id}`, href: `/my-ai-services/${service_id}?tab=share` },
    ...{ title: TITLES[kind], message: translated(why) },
  }
  await writeNotices(tx, [noticeFor(owner_id, telling)])
}
