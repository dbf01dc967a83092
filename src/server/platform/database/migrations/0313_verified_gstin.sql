-- The GSTIN that an admin has found right. Only with it is a seller the supplier of what they sell: invoices in the name of a number
-- that no admin has looked at would let buyers claim tax that is never paid.
alter table seller_profiles add column verified_gstin text;
update seller_profiles set verified_gstin = gstin where status = 'verified';

-- The one that a sale was made under: its invoice may come a month later.
alter table sales add column supplier_gstin text;
update sales s set supplier_gstin = p.gstin from seller_profiles p where p.seller_id = s.seller_id and s.supplier = 'seller';
create function note_supplier_gstin() returns trigger language plpgsql as $$
begin
  new.supplier_gstin := (select p.verified_gstin from seller_profiles p where p.seller_id = new.seller_id);
  return new;
end $$;
create trigger sales_supplier before insert on sales for each row
  when (new.supplier = 'seller') execute function note_supplier_gstin();
