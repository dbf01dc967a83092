/** What a person and agents said to each other, in their data export, and what agents remember of them. */
import { sql } from 'kysely'
import { type PersonalList, row } from './personal-list.store.ts'

export const TALK_LISTS: readonly PersonalList[] = [
  {
    file: 'conversations.json',
    isLarge: true,
    about:
      'Your chats with agents you build and with services of others, and chats of visitors with your workflows and services',
    tables: [
      'public.conversations',
      'public.conversation_messages',
      'public.conversation_summaries',
      'public.chat_visitors',
      'public.chat_handovers',
    ],
    query: ({ id }) =>
      row(
        sql`t.id, t.workflow_id, t.service_id, t.channel, t.title, t.created_at,
          (select json_agg(json_build_object('role', m.role, 'author', m.author, 'text', m.text, 'data', m.data, 'files', m.files,
            'citations', m.citations, 'rating', m.rating, 'rating_reason', m.rating_reason,
            'execution_id', m.execution_id, 'at', m.created_at) order by m.seq)
            from conversation_messages m where m.conversation_id = t.id) as messages,
          (select json_agg(json_build_object('text', s.text, 'at', s.created_at) order by s.created_at)
            from conversation_summaries s where s.conversation_id = t.id) as summaries,
          (select json_build_object('state', h.state, 'asked_by', h.asked_by, 'reason', h.reason, 'waiting_since', h.waiting_since)
            from chat_handovers h where h.conversation_id = t.id) as handover`,
        sql`from conversations t where t.owner_id = ${id}
          or t.visitor_id in (select v.id from chat_visitors v where v.user_id = ${id}) order by t.created_at`,
      ),
  },
  {
    file: 'channel-messages.json',
    isLarge: true,
    about:
      'People who write to your services on WhatsApp, Telegram, Slack or by email, what they wrote, and what they were sent',
    tables: ['public.channel_messages', 'public.channel_outbox'],
    query: ({ id }) =>
      row(
        sql`t.channel_id, h.kind as channel, t.address, t.name, t.opted_in_at, t.opted_out_at, t.last_wrote_at,
          (select json_agg(json_build_object('subject', m.envelope ->> 'subject', 'text', m.text, 'media', m.media, 'at', m.received_at) order by m.seq)
            from channel_messages m where m.visitor_id = t.id) as written,
          (select json_agg(json_build_object('text', o.text, 'state', o.state, 'at', o.created_at) order by o.seq)
            from channel_outbox o where o.visitor_id = t.id) as sent`,
        sql`from chat_visitors t join channels h on h.id = t.channel_id where h.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'memories.json',
    isLarge: true,
    about: 'What agents remember of you',
    tables: ['public.memories', 'public.memory_facts'],
    query: ({ id }) =>
      row(
        sql`t.id, (select w.name from workflows w where w.id = t.workflow_id) as agent, t.allowed_at,
          (select json_agg(json_build_object('fact', f.fact, 'by', f.written_by, 'execution_id', f.execution_id,
            'created_at', f.created_at, 'updated_at', f.updated_at) order by f.number)
            from memory_facts f where f.memory_id = t.id) as facts`,
        sql`from memories t where t.person_id = ${id} order by t.allowed_at`,
      ),
  },
]
