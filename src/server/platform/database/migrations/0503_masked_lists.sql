-- Personal data is masked in lists and notices of an account (decision 0362).
alter table data_policies add column mask_lists boolean not null default false;

-- What is shown of it is in the record of the run; so are links that were withdrawn, and visitors' runs that somebody took into an account.
alter table run_record_entries drop constraint run_record_entries_kind_check;
alter table run_record_entries add constraint run_record_entries_kind_check check (kind in ('started', 'ended', 'opened', 'decided', 'signed_off',
  'reopened', 'asked_by_link', 'answered', 'shared', 'share_ended', 'exported', 'record_downloaded', 'revealed', 'unmasked', 'link_withdrawn',
  'claimed'));

-- An export of a batch that was made with personal data where the lists mask it, and why.
alter table batch_exports add column reveal_reason text;
