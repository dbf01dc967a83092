-- What deleting an account, a version or a run looks for is found by indexes. Each of these questions read a whole table of the
-- installation, some once per deleted row, and some while the account's row was locked.

-- The addresses and account numbers that a mail names: mails of 200,000 characters were read one by one. Of an address, the part before the
-- @ and the first characters after it, as far as they are letters and digits: a longer address in the text never hides a shorter one that
-- the deletion looks for (`wholeAddress` in erase.store.ts), and what was found is compared in full.
create function address_keys(content text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct
      substring(part from '[a-z0-9.!#$%&''*+/=?^_`{|}~-]*$') || '@' || substring(next from '^[a-z0-9]*')), '{}')
  from (
    select right(part, 254) as part, left(lead(part) over (order by place), 254) as next
    from unnest(string_to_array(lower(content), '@')) with ordinality parts (part, place)
  ) pairs
  where next ~ '^[^[:space:]]'
$$;
create function mail_keys(to_address text, reply_to text, subject text, body text) returns text[] language sql immutable parallel safe as $$
  select address_keys(concat_ws(' ', to_address, reply_to, subject, body)) || array(
    select distinct found[1] from regexp_matches(split_part(body, E'\n\n', 1),
      '(Account: [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') found)
$$;

-- Null for mails from before, until the job `index-mails` has read them.
alter table mails add column names text[];
create function note_names() returns trigger language plpgsql as $$
begin
  new.names := mail_keys(new.to_address, new.reply_to, new.subject, new.body);
  return new;
end $$;
create trigger note_names before insert or update of to_address, reply_to, subject, body on mails
  for each row execute function note_names();
create index mails_names on mails using gin (names);
create index mails_to_index on mails (created_at) where names is null;

-- What refers to agents, their versions, runs, credentials, files and orders, all of which are deleted.
create index agent_checks_version on agent_checks (version_id) where version_id is not null;
create index agent_price_changes_version on agent_price_changes (version_id) where version_id is not null;
create index agent_submissions_version on agent_submissions (version_id) where version_id is not null;
create index agents_version on agents (current_version_id) where current_version_id is not null;
create index charges_version on charges (agent_version_id) where agent_version_id is not null;
create index purchases_agent on purchases (agent_id) where agent_id is not null;
create index purchases_version on purchases (agent_version_id) where agent_version_id is not null;
create index reviews_version on reviews (agent_version_id) where agent_version_id is not null;
create index sales_version on sales (agent_version_id) where agent_version_id is not null;
create index services_agent on services (agent_id) where agent_id is not null;
create index services_version on services (agent_version_id) where agent_version_id is not null;
create index trial_runs_agent on trial_runs (agent_id) where agent_id is not null;
create index agent_evaluations_version on agent_evaluations (workflow_version_id) where workflow_version_id is not null;
create index agent_sample_runs_version on agent_sample_runs (workflow_version_id) where workflow_version_id is not null;
create index agent_versions_workflow_version on agent_versions (workflow_version_id) where workflow_version_id is not null;
create index agent_evaluation_results_run on agent_evaluation_results (execution_id) where execution_id is not null;
create index agent_sample_files_file on agent_sample_files (file_id) where file_id is not null;
create index recovery_items_run on recovery_items (execution_id) where execution_id is not null;
create index notice_causes_run on notice_causes (execution_id);
create index trigger_calls_run on trigger_calls (execution_id) where execution_id is not null;
create index pending_connects_credential on pending_connects (credential_id) where credential_id is not null;
create index orders_coupon on orders (coupon_id) where coupon_id is not null;
create index renewals_charging_order on renewals (charging_order_id) where charging_order_id is not null;
create index renewals_paid_order on renewals (paid_order_id) where paid_order_id is not null;
create index subscriptions_paid_order on subscriptions (paid_order_id) where paid_order_id is not null;
create index subscription_events_order on subscription_events (order_id) where order_id is not null;
create index subscription_events_subscription on subscription_events (subscription_id) where subscription_id is not null;
create index external_flows_user on auth.external_flows (user_id) where user_id is not null;
create index mail_requests_user on auth.mail_requests (user_id) where user_id is not null;

-- Where the deletion of an account looks for what is theirs, by their number or their address.
create index mandates_of_user on mandates (user_id);
create index agent_evaluations_starter on agent_evaluations (started_by) where started_by is not null;
create index agent_submissions_submitter on agent_submissions (submitted_by) where submitted_by is not null;
create index agent_submissions_decider on agent_submissions (decided_by) where decided_by is not null;
create index workflow_members_adder on workflow_members (added_by) where added_by is not null;
create index workflow_pins_editor on workflow_pins (updated_by) where updated_by is not null;
create index workflow_invitations_inviter on workflow_invitations (invited_by);
create index workflow_invitations_email on workflow_invitations (email);
create index workflow_operations_of_author on workflow_operations (author_id) where author_id is not null;
create index workflow_comments_resolver on workflow_comments (resolved_by) where resolved_by is not null;
create index workflow_comments_mentions on workflow_comments using gin (mentions);
create index workflow_publications_publisher on workflow_publications (published_by) where published_by is not null;
create index workflow_checkpoints_creator on workflow_checkpoints (created_by) where created_by is not null;
create index workflow_versions_creator on workflow_versions (created_by) where created_by is not null;
create index review_reports_reporter on review_reports (reporter_id);
create index role_requests_decider on role_requests (decided_by) where decided_by is not null;
create index notifications_role_request on notifications (group_key) where kind = 'role_request';
create index contact_messages_email on contact_messages (lower(email));
create index model_calls_of_user on model_calls (user_id) where user_id is not null;
create index mail_requests_email on auth.mail_requests (lower(email));
create index mail_links_email on auth.mail_links (lower(email));
create index verification_words on auth.verification using gin ((identifier || ' ' || value) gin_trgm_ops);
