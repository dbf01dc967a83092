-- What a seller sold in a financial year (April to March in India), without what went back: asked at every hold of a price (s. 194-O), so
-- it is kept and not summed. Written when the transaction ends, after everything it locks, so that no two wait for each other.
create table seller_years (
  seller_id uuid not null references users,
  -- the year it begins in
  year smallint not null,
  paise bigint not null check (paise >= 0),
  primary key (seller_id, year)
);

create function financial_year(at timestamptz) returns smallint language sql immutable as $$
  select extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months')::smallint
$$;

create function count_seller_year() returns trigger language plpgsql as $$
declare
  more bigint := case tg_op when 'INSERT' then new.gross_paise - new.refunded_paise else old.refunded_paise - new.refunded_paise end;
begin
  if tg_op = 'INSERT' then
    insert into seller_years as y (seller_id, year, paise) values (new.seller_id, financial_year(new.created_at), more)
      on conflict (seller_id, year) do update set paise = y.paise + excluded.paise;
  else
    update seller_years set paise = paise + more where seller_id = new.seller_id and year = financial_year(new.created_at);
  end if;
  return null;
end $$;
create constraint trigger sales_of_year after insert on sales deferrable initially deferred for each row
  execute function count_seller_year();
create constraint trigger sales_of_year_back after update of refunded_paise on sales deferrable initially deferred for each row
  when (new.refunded_paise <> old.refunded_paise) execute function count_seller_year();

insert into seller_years (seller_id, year, paise)
  select seller_id, financial_year(created_at), sum(gross_paise - refunded_paise) from sales group by 1, 2;
