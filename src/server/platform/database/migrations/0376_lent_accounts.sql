-- Accounts of their own that buyers let an agent work with, one for each slot that the agent names (decision 0295). What they agreed to is
-- kept as they saw it: a version that asks for more is not covered by it.
create table lent_accounts (
  user_id uuid not null references users on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  slot text not null check (length(slot) between 1 and 130),
  credential_id uuid not null references credentials on delete cascade,
  agreed jsonb not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, agent_id, slot)
);
create index lent_accounts_agent on lent_accounts (agent_id);
create index lent_accounts_credential on lent_accounts (credential_id);
