-- What the first page of the admin area counts.
create index orders_paid on orders (paid_at) include (amount_paise) where status = 'paid';
create index mails_failed on mails (created_at) where status = 'failed';
create index seller_profiles_pending on seller_profiles (updated_at) where status = 'pending';
