-- Telegram and Slack as channels of services (decision 0335).

alter table channels
  drop constraint channels_kind_check,
  add constraint channels_kind_check check (kind in ('whatsapp', 'telegram', 'slack')),
  -- null while it has an address, and nothing to sign in with yet
  add connected_at timestamptz;
update channels set connected_at = created_at,
  settings = settings - 'display_number'
    || jsonb_build_object('display_name', settings -> 'display_number', 'account', '', 'bot_user', '');

alter table conversations
  drop constraint conversations_channel_check,
  add constraint conversations_channel_check
    check (channel in ('builder', 'address', 'page', 'widget', 'whatsapp', 'telegram', 'slack')),
  -- where in the channel it is, such as a thread of Slack: a person has one conversation in each
  add thread text not null default '';

alter table channel_messages
  add thread text not null default '',
  -- tells messages of one second apart where the service outside numbers them
  add position bigint not null default 0;
drop index channel_messages_open;
create index channel_messages_open on channel_messages (visitor_id, sent_at, position, seq) where state <> 'done';

alter table channel_outbox add thread text not null default '';
