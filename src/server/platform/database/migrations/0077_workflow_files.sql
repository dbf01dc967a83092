-- What came with an imported workflow and leaves with it again: sample inputs, its documentation (Markdown), and what is still to be
-- chosen ([{node, field, type, name}]: names only, never an id and never a secret).
alter table workflows
  add column samples jsonb not null default '[]',
  add column docs text not null default '',
  add column slots jsonb not null default '[]';
