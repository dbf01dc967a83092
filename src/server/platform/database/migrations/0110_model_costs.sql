-- What models inside a paid run cost the platform counts against the buyer's caps: the charge keeps the sum, whoever writes calls.
alter table model_calls add column charge_id uuid;

create function count_model_cost() returns trigger language plpgsql as $$
begin
  update charges set model_micros = greatest(0, model_micros + new.cost_micros - case when tg_op = 'UPDATE' then old.cost_micros else 0 end)
    where id = new.charge_id;
  return null;
end $$;
create trigger model_calls_counted after insert on model_calls for each row when (new.charge_id is not null)
  execute function count_model_cost();
create trigger model_calls_corrected after update of cost_micros on model_calls for each row
  when (new.charge_id is not null and new.cost_micros <> old.cost_micros) execute function count_model_cost();
