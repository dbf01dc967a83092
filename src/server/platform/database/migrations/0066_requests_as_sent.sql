-- A request is shown as it was sent: its keys keep their order.
alter table trigger_calls alter column request type json using request::json;
