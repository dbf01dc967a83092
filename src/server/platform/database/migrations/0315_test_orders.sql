-- Whether an order was paid with test money: the built-in gateway, or Razorpay with keys of its test mode. It never becomes real money.
-- Null: of before, through Razorpay, and nothing says with which keys.
alter table orders add column is_test boolean;
update orders o set is_test = true where gateway = 'test' or exists (
  select from invoiced d join invoices i on i.id = d.invoice_id left join sales s on d.cause_type = 'sale' and s.id = d.cause_id
  where i.is_test and ((d.cause_type = 'order' and d.cause_id = o.id) or s.order_id = o.id));
create index orders_test_money on orders (id) where is_test and status = 'paid' and refunded_paise < amount_paise;
create index orders_unknown_money on orders (id) where is_test is null;
