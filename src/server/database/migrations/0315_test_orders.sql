-- Whether an order was paid with test money: the built-in gateway, or Razorpay with keys of its test mode. It never becomes real money.
alter table orders add column is_test boolean not null default false;
update orders set is_test = true where gateway = 'test';
create index orders_test_money on orders (id) where is_test and status = 'paid' and refunded_paise < amount_paise;
